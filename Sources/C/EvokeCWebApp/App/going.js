// Which photos are marked for the trash, and which to keep. At least one photo of each group stays.

/** Whether another photo of the group stays. */
const hasOther = (group, id, isGoing) => group.photos.some((photo) => photo.id !== id && !isGoing(photo.id));

export class GoingPhotos {
  /** By photo id: the photo, and the group that it was marked in. */
  #going = new Map();
  #staying = new Set();

  get count() { return this.#going.size; }
  get bytes() { return [...this.#going.values()].reduce((sum, { photo }) => sum + photo.bytes, 0); }

  /** "trash", "keep", or null. */
  of(id) {
    if (this.#going.has(id)) return "trash";
    return this.#staying.has(id) ? "keep" : null;
  }

  keep({ id }) {
    this.#going.delete(id);
    this.#staying.add(id);
  }

  /** Marks a photo for the trash. Returns false if no other photo of a group would stay. */
  trash(photo, group) {
    const { id } = photo;
    const groups = [group, ...[...this.#going.values()].map((mark) => mark.group)]
      .filter(({ photos }) => photos.some((other) => other.id === id));
    if (!groups.every((one) => hasOther(one, id, (other) => this.#going.has(other)))) return false;
    this.#staying.delete(id);
    this.#going.set(id, { photo, group });
    return true;
  }

  forget(id) {
    this.#going.delete(id);
    this.#staying.delete(id);
  }

  clear() {
    this.#going.clear();
    this.#staying.clear();
  }

  /** What is sent to the server: each photo, with one of its group that stays, preferably one marked to keep. */
  get steps() {
    return [...this.#going].map(([trash, { group }]) => {
      const left = group.photos.filter(({ id }) => !this.#going.has(id));
      return { trash, keep: (left.find(({ id }) => this.#staying.has(id)) ?? left[0]).id };
    });
  }
}
