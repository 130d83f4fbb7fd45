// The colors of `color:`, by their names in queries, with the colors of their swatches.

export const palette = [
  ["black", "#1a1a1a"], ["white", "#ffffff"], ["gray", "#8c8c8c"], ["red", "#d32f2f"], ["orange", "#f57c00"],
  ["yellow", "#fdd835"], ["green", "#43a047"], ["cyan", "#26c6da"], ["blue", "#1e66d0"], ["purple", "#8e24aa"],
  ["pink", "#f48fb1"], ["brown", "#795548"],
];
