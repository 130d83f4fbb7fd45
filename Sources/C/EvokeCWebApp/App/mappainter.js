// Paints a map: land and borders, a dot for each place with photos, the area of the query, and the scale.

import { find } from "./dom.js";
import { across, down } from "./mercator.js";
import { drawOutlines } from "./outlines.js";
import { number } from "./words.js";

/** From this zoom level on, outlines are too coarse. */
const streets = 12.5;
const fading = 10;

export class MapPainter {
  #page;
  #view;
  #canvas;
  #bar;
  #colors = null;

  constructor(page, view) {
    this.#page = page;
    this.#view = view;
    this.#canvas = find("canvas", page);
    this.#bar = find(".bar", page);
  }

  /** Reads the page's colors again before the next painting. */
  forgetColors() {
    this.#colors = null;
  }

  fit() {
    const sharp = devicePixelRatio;
    this.#canvas.width = Math.round(this.#view.width * sharp);
    this.#canvas.height = Math.round(this.#view.height * sharp);
  }

  /** Names of countries avoid `spots`, the thumbnails. `box` is the query's area, or null. */
  paint({ outlines, spots, dots, box }) {
    this.#colors ??= palette(this.#page);
    const [colors, view] = [this.#colors, this.#view];
    const context = this.#canvas.getContext("2d");
    const { width, height, zoom } = view;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.fillStyle = colors.sea;
    context.fillRect(0, 0, width, height);
    if (outlines && zoom < streets) {
      const taken = spots.map(({ x, y }) => ({ ...view.point(x, y), half: 36, high: 44 }));
      drawOutlines(context, view, outlines, colors, taken);
    }
    const plain = outlines ? Math.max(0, Math.min(1, (zoom - fading) / (streets - fading))) : 1;
    if (plain > 0) {
      context.globalAlpha = plain;
      context.fillStyle = colors.land;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = 1;
    }
    if (box) this.#paintBox(context, box);
    this.#paintDots(context, dots);
    this.#showScale();
  }

  /** A dot for every place with photos, even if a thumbnail stands for several. */
  #paintDots(context, dots) {
    context.fillStyle = this.#colors.dot;
    context.strokeStyle = this.#colors.halo;
    context.lineWidth = 1;
    context.globalAlpha = 0.85;
    for (const [north, east, count] of dots) {
      const point = this.#view.point(across(east), down(north));
      if (!this.#view.sees(point)) continue;
      context.beginPath();
      context.arc(point.left, point.top, 2.2 + Math.min(4, Math.log10(count) * 1.4), 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  #paintBox(context, { south, west, north, east }) {
    const view = this.#view;
    const end = across(east < west ? east + 360 : east);
    const wide = Math.abs(end - across(west)) * view.scale;
    const { left, top } = view.point((end + across(west)) / 2, down(north));
    context.strokeStyle = this.#colors.dot;
    context.lineWidth = 2;
    context.setLineDash([7, 5]);
    context.strokeRect(left - wide / 2, top, wide, (down(south) - down(north)) * view.scale);
    context.setLineDash([]);
  }

  #showScale() {
    const { metersPerPixel } = this.#view;
    const most = 110 * metersPerPixel;
    const power = 10 ** Math.floor(Math.log10(most));
    const meters = [5, 2, 1].map((one) => one * power).find((one) => one <= most);
    this.#bar.style.width = `${meters / metersPerPixel}px`;
    this.#bar.textContent = meters >= 1000 ? `${number(meters / 1000)} km` : `${number(Math.max(1, meters))} m`;
  }
}

function palette(page) {
  const style = getComputedStyle(page);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return { sea: color("sea"), land: color("land"), coast: color("coast"), border: color("border"), label: color("label"), halo: color("halo"), dot: color("accent") };
}
