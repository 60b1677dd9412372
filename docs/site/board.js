// The start page's board plays its game, stone by stone, where it may move; elsewhere it shows the end.
(() => {
  const STEP_MS = 420;

  const begin = () => {
    const place = document.getElementById("motu-play");
    const again = document.getElementById("motu-again");
    if (!place || !again || place.dataset.isBegun) {
      return;
    }
    place.dataset.isBegun = "yes";
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    const stones = JSON.parse(place.dataset.moves).map((cell) => stoneAt(place, cell));
    const marks = [...place.querySelectorAll(".motu-marks, .motu-win")];
    let timer = 0;

    const play = () => {
      again.hidden = true;
      place.classList.add("is-playing");
      for (const each of [...stones, ...marks]) {
        each?.classList.add("motu-waits");
      }
      step(0);
    };

    const step = (number) => {
      stones[number]?.classList.remove("motu-waits");
      stones[number]?.classList.add("motu-placed");
      if (number + 1 < stones.length) {
        timer = window.setTimeout(step, STEP_MS, number + 1);
        return;
      }
      for (const each of marks) {
        each.classList.remove("motu-waits");
      }
      again.hidden = false;
    };

    again.addEventListener("click", play);
    // Who reads on has seen enough, and nothing moves where nobody looks.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        window.clearTimeout(timer);
        step(stones.length - 1);
        for (const each of stones) {
          each?.classList.remove("motu-waits");
        }
      }
    });
    play();
  };

  const stoneAt = (place, cell) => place.querySelector(`.motu-cell[data-cell="${cell}"]`);

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
