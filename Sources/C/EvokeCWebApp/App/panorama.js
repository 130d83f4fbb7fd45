// Shows a 360° panorama, seen from its center.

import { original } from "./api.js";
import { make } from "./dom.js";
import { panoramaIn, Look } from "./sphere.js";

/** A panorama's metadata is within this many bytes of its start. */
const head = 262144;
/** The least aspect ratio of a panorama. */
const leastShape = 1.8;

const vertices = `
  attribute vec2 corner;
  varying vec2 at;
  void main() { at = corner; gl_Position = vec4(corner, 0.0, 1.0); }`;

/** Casts a ray through each pixel of the screen, and takes the color where it meets the sphere. */
const pixels = `
  precision highp float;
  varying vec2 at;
  uniform sampler2D picture;
  uniform vec2 reach, turned;
  uniform vec4 part;
  const float pi = 3.14159265358979;
  void main() {
    vec3 ray = normalize(vec3(at * reach, -1.0));
    float c = cos(turned.y), s = sin(turned.y);
    ray = vec3(ray.x, c * ray.y - s * ray.z, s * ray.y + c * ray.z);
    float across = fract((atan(ray.x, -ray.z) + turned.x) / (2.0 * pi) + 0.5);
    float down = 0.5 - asin(clamp(ray.y, -1.0, 1.0)) / pi;
    vec2 place = (vec2(across, down) - part.xy) / part.zw;
    bool isThere = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
    gl_FragColor = isThere ? texture2D(picture, place) : vec4(0.04, 0.04, 0.04, 1.0);
  }`;

export class Panorama {
  #stage;
  #button;
  #onfail;
  #photo = null;
  #part = null;
  #shown = null;

  /** `stage` is what the panorama covers; `onfail` is called with an error if it cannot be shown. */
  constructor(stage, button, onfail) {
    [this.#stage, this.#button, this.#onfail] = [stage, button, onfail];
  }

  get isThere() { return this.#part !== null; }
  get isOn() { return this.#shown !== null; }

  /** Offers the panorama if the photo's metadata says that it is one. */
  async offer(photo, signal) {
    this.stop();
    [this.#photo, this.#part] = [photo, null];
    this.#button.hidden = true;
    if (!photo?.is_there || !photo.is_shown_by_browsers || !(photo.width >= leastShape * photo.height)) return;
    const part = await this.#read(photo, signal).catch(() => null);
    if (signal.aborted || !part) return;
    this.#part = part;
    this.#button.hidden = false;
  }

  async #read(photo, signal) {
    const response = await fetch(original(photo), { headers: { Range: `bytes=0-${head - 1}` }, signal });
    if (!response.ok) return null;
    return panoramaIn(new TextDecoder("latin1").decode(await response.arrayBuffer()), photo);
  }

  async start() {
    if (!this.isThere || this.isOn) return;
    const photo = this.#photo;
    const picture = new Image();
    picture.src = original(photo);
    try {
      await picture.decode();
      if (photo === this.#photo && !this.isOn) this.#show(picture);
    } catch {
      if (photo === this.#photo) this.#onfail({ message: "This browser cannot show the panorama." });
    }
  }

  stop() {
    const shown = this.#shown;
    if (!shown) return;
    this.#shown = null;
    const hadFocus = document.activeElement === shown.canvas;
    shown.watch.disconnect();
    shown.canvas.remove();
    shown.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.#button.hidden = !this.isThere;
    if (hadFocus) this.#stage.focus();
  }

  /** The action of a key; undefined if it has none. */
  key(name) {
    if (!this.isOn) return undefined;
    const { look } = this.#shown;
    const turn = (across, up) => () => this.#move(() => look.turn(across * look.view / 8, up * look.view / 8));
    return {
      ArrowLeft: turn(-1, 0), ArrowRight: turn(1, 0), ArrowUp: turn(0, 1), ArrowDown: turn(0, -1),
      "+": () => this.#move(() => look.zoom(0.8)), "=": () => this.#move(() => look.zoom(0.8)),
      "-": () => this.#move(() => look.zoom(1.25)), Escape: () => this.stop(),
    }[name];
  }

  #show(picture) {
    const canvas = make("canvas", { tabIndex: 0, role: "img", "aria-label": "Panorama. Use the arrow keys to look around." });
    const gl = canvas.getContext("webgl", { antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL");
    this.#shown = { canvas, gl, look: new Look(this.#part), places: program(gl, picture), watch: new ResizeObserver(() => this.#draw()) };
    this.#button.hidden = true;
    this.#stage.after(canvas);
    this.#follow(canvas);
    this.#shown.watch.observe(canvas);
    canvas.focus();
  }

  /** Dragging turns the view; a pinch or a wheel zooms. */
  #follow(canvas) {
    const { look } = this.#shown;
    const pointers = new Map();
    const apart = () => {
      const [one, other] = [...pointers.values()];
      return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const wide = pointers.size === 2 ? apart() : 0;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const pixel = look.view / canvas.clientHeight;
      if (wide) this.#move(() => look.zoom(wide / apart()));
      else if (pointers.size === 1) this.#move(() => look.turn((before.x - event.clientX) * pixel, (event.clientY - before.y) * pixel));
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#move(() => look.zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1));
    }, { passive: false });
  }

  #move(change) {
    change();
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    if (!this.isOn) return;
    const { canvas, gl, look, places } = this.#shown;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    gl.viewport(0, 0, canvas.width, canvas.height);
    const up = Math.tan(look.view / 2);
    gl.uniform2f(places.reach, up * canvas.width / canvas.height, up);
    gl.uniform2f(places.turned, look.across, look.up);
    gl.uniform4f(places.part, ...look.part);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}

function program(gl, picture) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, pixels]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  gl.useProgram(made);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(made, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, fitting(picture, gl.getParameter(gl.MAX_TEXTURE_SIZE)));
  for (const [name, value] of [
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE], [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
  ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
  return Object.fromEntries(["reach", "turned", "part"].map((name) => [name, gl.getUniformLocation(made, name)]));
}

/** The picture, scaled down if it exceeds the largest texture of this machine. */
function fitting(picture, most) {
  const scale = Math.min(1, most / Math.max(picture.naturalWidth, picture.naturalHeight));
  if (scale === 1) return picture;
  const canvas = make("canvas", {
    width: Math.floor(picture.naturalWidth * scale), height: Math.floor(picture.naturalHeight * scale),
  });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
