// Moves a map by drag, wheel, pinch, and double-click. Dragging with Shift, or while an area is being selected, draws a box.

const still = 6;

/** Calls `moves.pan(dx, dy)`, `zoom(factor, left, top)`, `frame(from, to)` and `framed(from, to)`; `frames()` tells whether
 * a drag draws a box. */
export function listen(field, moves) {
  const pointers = new Map();
  let start = null;
  let isDragged = false;
  const point = ({ clientX, clientY }) => {
    const box = field.getBoundingClientRect();
    return { left: clientX - box.left, top: clientY - box.top };
  };
  const both = () => {
    const [one, other] = [...pointers.values()];
    return { left: (one.left + other.left) / 2, top: (one.top + other.top) / 2, apart: Math.max(1, Math.hypot(one.left - other.left, one.top - other.top)) };
  };

  field.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, point(event));
    isDragged = pointers.size > 1;
    start = { at: point(event), draws: pointers.size === 1 && (event.shiftKey || moves.frames()) };
    if (event.shiftKey) event.preventDefault();
  });
  field.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    if (!isDragged && Math.hypot(now.left - start.at.left, now.top - start.at.top) < still) return;
    if (!field.hasPointerCapture(event.pointerId)) field.setPointerCapture(event.pointerId);
    isDragged = true;
    if (pointers.size === 2) {
      const from = both();
      pointers.set(event.pointerId, now);
      const to = both();
      moves.pan(to.left - from.left, to.top - from.top);
      moves.zoom(to.apart / from.apart, to.left, to.top);
    } else {
      pointers.set(event.pointerId, now);
      if (start.draws) moves.frame(start.at, now);
      else moves.pan(now.left - before.left, now.top - before.top);
    }
  });
  for (const name of ["pointerup", "pointercancel"]) {
    field.addEventListener(name, (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (start.draws && isDragged && name === "pointerup") moves.framed(start.at, point(event));
      start.draws = false;
    });
  }
  // A drag that ends on a photo does not open it.
  field.addEventListener("click", (event) => {
    if (!isDragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  field.addEventListener("dblclick", (event) => {
    if (event.target.closest("a, button")) return;
    const { left, top } = point(event);
    moves.zoom(2, left, top);
  });
  field.addEventListener("wheel", (event) => {
    event.preventDefault();
    // Wheels report lines or pixels; a trackpad's pinch is a small wheel movement with Ctrl.
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1);
    const { left, top } = point(event);
    moves.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0025)), left, top);
  }, { passive: false });
}
