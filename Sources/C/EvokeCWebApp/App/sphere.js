// The view from the center of a sphere that a panorama covers, fully or in part.

const whole = 2 * Math.PI;
const [narrowest, widest] = [Math.PI / 12, Math.PI * 0.6];
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * The part of the sphere that the photo covers: left, top, width and height, as shares of the whole. Null if the photo's
 * metadata does not say that it is a panorama (XMP of Google's Photo Sphere, which other cameras write, too).
 */
export function panoramaIn(words, { width, height }) {
  if (!/GPano:ProjectionType(?:="|>)\s*equirectangular/.test(words)) return null;
  const number = (name) => Number(words.match(new RegExp(`GPano:${name}(?:="|>)\\s*(\\d+)`))?.[1] ?? NaN);
  const [full, tall] = [number("FullPanoWidthPixels"), number("FullPanoHeightPixels")];
  if (!(full > 0 && tall > 0)) return width === 2 * height ? [0, 0, 1, 1] : null;
  const part = [
    number("CroppedAreaLeftPixels") / full, number("CroppedAreaTopPixels") / tall,
    number("CroppedAreaImageWidthPixels") / full, number("CroppedAreaImageHeightPixels") / tall,
  ];
  const [left, top, across, down] = part;
  const isWithin = left >= 0 && top >= 0 && across > 0 && down > 0 && left + across <= 1.001 && top + down <= 1.001;
  return isWithin ? part : null;
}

/** A view: its direction across and up, and its vertical field of view, in radians. */
export class Look {
  view = Math.PI / 2.5;

  constructor(part) {
    this.part = part;
    const [left, top, width, height] = part;
    this.isRound = width > 0.99;
    this.across = this.isRound ? 0 : (left + width / 2 - 0.5) * whole;
    this.up = (0.5 - top - height / 2) * Math.PI;
    this.zoom(1);
  }

  turn(across, up) {
    const [left, top, width, height] = this.part;
    this.across += across;
    // A panorama of less than 360° has edges.
    if (!this.isRound) this.across = clamp(this.across, (left - 0.5) * whole, (left + width - 0.5) * whole);
    this.up = clamp(this.up + up, (0.5 - top - height) * Math.PI, (0.5 - top) * Math.PI);
  }

  zoom(factor) {
    this.view = clamp(this.view * factor, narrowest, Math.min(widest, Math.max(narrowest, this.part[3] * Math.PI)));
  }
}
