// A long press on a photo finds similar ones.

const long = 500;
const still = 10;

/** Calls `act` with the element of a selector that a finger is held on. */
export function onLongPress(list, selector, act) {
  let timer = 0;
  let start = null;
  let isHeld = false;
  const stop = () => clearTimeout(timer);

  list.addEventListener("pointerdown", (event) => {
    stop();
    isHeld = false;
    const element = event.target.closest(selector);
    if (!element || event.pointerType !== "touch" || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      isHeld = true;
      act(element);
    }, long);
  });
  list.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > still) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, stop);
  // A long press opens neither the photo nor the browser's menu.
  list.addEventListener("contextmenu", (event) => { if (event.pointerType === "touch" || isHeld) event.preventDefault(); });
  addEventListener("click", (event) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
