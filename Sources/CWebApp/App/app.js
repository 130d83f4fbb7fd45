const q = new URLSearchParams(location.search).get("q") ?? "";
document.forms[0].q.value = q;
if (q) {
  const answer = await (await fetch("/api/search?" + new URLSearchParams({ q }))).json();
  for (const { id, name, version } of answer.results) {
    const img = new Image();
    img.src = `/api/photos/${id}/thumbnail?v=${version}`;
    img.alt = name;
    document.querySelector("main").append(img);
  }
}
