// Zooms a picture by wheel, pinch, double-click, and drag; buttons and keys call the same methods.

const step = 1.5;
const closest = 8;
const swipe = 60;

const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a, b) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

export class Zoom {
  scale = 1;
  #x = 0;
  #y = 0;
  #pointers = new Map();
  #start = null;
  /** The timer that waits for a second tap. */
  #alone = 0;
  #lastTap = { time: 0, x: 0, y: 0 };
  #size = { width: 1, height: 1 };

  /**
   * The layers are the picture and what lies over it. `moves` has callbacks: `onscale`, `ontap`, and for swipes over an
   * unzoomed picture, `onswipe` and `onclose`.
   */
  constructor(stage, layers, moves) {
    Object.assign(this, { stage, layers, moves });
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.#up(event));
  }

  /** Shows the whole picture, centered, enlarged at most `most` times. */
  fit(width, height, most = 3) {
    const { clientWidth, clientHeight } = this.stage;
    const scale = Math.min(clientWidth / width, clientHeight / height, most);
    this.#size = { width: width * scale, height: height * scale };
    for (const { style } of this.layers) {
      style.width = `${this.#size.width}px`;
      style.height = `${this.#size.height}px`;
      style.left = `${(clientWidth - this.#size.width) / 2}px`;
      style.top = `${(clientHeight - this.#size.height) / 2}px`;
    }
    this.reset();
  }

  /** The size of the picture before zooming in. */
  get size() {
    return this.#size;
  }

  /** The picture's width in pixels of the screen. */
  get pixels() {
    return this.#size.width * this.scale * devicePixelRatio;
  }

  /** The visible part: the scale, and how far the center is moved, as shares of the picture's size. */
  get view() {
    return { scale: this.scale, x: this.#x / this.#size.width, y: this.#y / this.#size.height };
  }

  /** Shows the same part as another picture. Calls no `onscale`, so two pictures can follow each other. */
  set view({ scale, x, y }) {
    this.#place(scale, x * this.#size.width, y * this.#size.height);
  }

  reset() {
    this.#pointers.clear();
    this.#set(1, 0, 0);
  }

  larger() { this.#zoom(this.scale * step); }
  smaller() { this.#zoom(this.scale / step); }

  pan(dx, dy) { this.#set(this.scale, this.#x + dx, this.#y + dy); }

  /** Zooms while a point of the stage, relative to its center, keeps its position. */
  #zoom(wanted, point = { x: 0, y: 0 }) {
    const scale = Math.min(closest, Math.max(1, wanted));
    const factor = scale / this.scale;
    this.#set(scale, point.x - (point.x - this.#x) * factor, point.y - (point.y - this.#y) * factor);
  }

  #set(scale, x, y) {
    this.#place(scale, x, y);
    this.moves.onscale(scale);
  }

  #place(scale, x, y) {
    // The picture's edges do not come further in than the stage's; a smaller picture stays centered.
    const limit = (size, room) => Math.max(0, (size * scale - room) / 2);
    const [across, down] = [limit(this.#size.width, this.stage.clientWidth), limit(this.#size.height, this.stage.clientHeight)];
    this.scale = scale;
    this.#x = Math.min(across, Math.max(-across, x));
    this.#y = Math.min(down, Math.max(-down, y));
    this.#draw();
  }

  #draw(dx = 0, dy = 0) {
    const transform = `translate(${this.#x + dx}px, ${this.#y + dy}px) scale(${this.scale})`;
    for (const { style } of this.layers) style.transform = transform;
    this.stage.classList.toggle("zoomed", this.scale > 1);
  }

  #point({ clientX, clientY }) {
    const box = this.stage.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }

  #wheel(event) {
    event.preventDefault();
    // Wheels report lines or pixels; a trackpad's pinch is a small wheel movement with Ctrl.
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1);
    this.#zoom(this.scale * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), this.#point(event));
  }

  #down(event) {
    if (event.button !== 0) return;
    // On text, a long press is left to the browser, which selects.
    if (!event.target.closest(".text")) event.preventDefault();
    this.stage.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#point(event));
    this.#begin();
  }

  #begin() {
    const points = [...this.#pointers.values()];
    this.#start = points.length ? { points, scale: this.scale, x: this.#x, y: this.#y, moved: 0 } : null;
  }

  #move(event) {
    if (!this.#pointers.has(event.pointerId) || !this.#start) return;
    this.#pointers.set(event.pointerId, this.#point(event));
    const [first, second] = this.#pointers.values();
    const { points, scale, x, y } = this.#start;
    const [dx, dy] = [first.x - points[0].x, first.y - points[0].y];
    this.#start.moved = Math.max(this.#start.moved, Math.hypot(dx, dy));
    if (second && points[1]) {
      const [from, to] = [middle(...points), middle(first, second)];
      const wanted = Math.min(closest, Math.max(1, scale * apart(first, second) / apart(...points)));
      const factor = wanted / scale;
      this.#start.moved = Infinity;
      this.#set(wanted, to.x - (from.x - x) * factor, to.y - (from.y - y) * factor);
    } else if (this.scale > 1) {
      this.#set(this.scale, x + dx, y + dy);
    } else if (event.pointerType === "touch" && this.#start.moved !== Infinity) {
      // The picture follows the finger, which shows where a swipe leads.
      if (Math.abs(dx) > Math.abs(dy)) this.#draw(dx, 0);
      else this.#draw(0, Math.max(0, dy));
    }
  }

  #up(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    const end = this.#point(event);
    const { points, moved } = this.#start;
    this.#pointers.delete(event.pointerId);
    const isAlone = this.#pointers.size === 0;
    if (isAlone && event.type === "pointerup") {
      if (moved < 10) {
        // A long press that selected text is not a tap.
        if (getSelection().isCollapsed) this.#tap(end, event);
      } else if (this.scale === 1 && event.pointerType === "touch" && moved !== Infinity) {
        this.#swiped(end.x - points[0].x, end.y - points[0].y);
      }
    }
    this.#draw();
    this.#begin();
    // The fingers of a pinch leave one after the other; the last one does not drag.
    if (!isAlone) this.#start.moved = Infinity;
  }

  #tap(point, event) {
    const time = event.timeStamp;
    const last = this.#lastTap;
    const isSecond = time - last.time < 350 && Math.hypot(point.x - last.x, point.y - last.y) < 40;
    this.#lastTap = { time: isSecond ? 0 : time, ...point };
    clearTimeout(this.#alone);
    if (isSecond) this.#zoom(this.scale > 1 ? 1 : 2.5, point);
    else this.#alone = setTimeout(() => this.moves.ontap(event), 350);
  }

  #swiped(dx, dy) {
    if (Math.abs(dx) > Math.abs(dy)) {
      if (Math.abs(dx) > swipe) this.moves.onswipe(dx < 0 ? 1 : -1);
    } else if (dy > swipe * 1.5) {
      this.moves.onclose();
    }
  }
}
