import { openDesign, showDesign } from '../golden/editor.mjs';
import { gridOf, saveDesign } from './designs.mjs';
import { quiet } from './quiet.mjs';

const ROUNDS = 10;
const MOVES = 240;
/** What the product lets a saved design have. */
const MOST_SAVED = 100;

/** How long it takes to go to a design until it is painted, one small and one large in turns. */
export async function openingTimes(page, product) {
  const ids = [await saveDesign(product, 'One block', gridOf(1)), await saveDesign(product, 'Sixty blocks', gridOf(60))];
  for (const id of ids) await showDesign(page, id);
  await quiet();
  const [one, sixty] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, times] of [one, sixty].entries()) {
      const begun = performance.now();
      await showDesign(page, ids[i]);
      times.push(performance.now() - begun);
    }
  }
  return { one, sixty };
}

/** What frames cost while a block is dragged, beside a pointer that only moves, among more and more blocks. */
export async function dragAmongMany(context, product) {
  const results = [];
  for (const blocks of [50, 200]) {
    const page = await openDesign(context, await saveDesign(product, `Grid of ${blocks}`, gridOf(Math.min(blocks, MOST_SAVED))));
    await page.locator('[data-canvas]').focus();
    if (blocks > MOST_SAVED) for (const keys of ['Control+a', 'Control+d', 'Escape']) await page.keyboard.press(keys);
    await quiet();
    const moving = await frames(page, () => move(page, false));
    const dragging = await frames(page, () => move(page, true));
    results.push({ blocks, moving, dragging });
    await page.close();
  }
  return results;
}

/** Moves the pointer in circles over the page, holding what is in its middle or nothing. */
async function move(page, holding) {
  const sheet = await page.locator('[data-sheet]').boundingBox();
  const [x, y] = [sheet.x + sheet.width * 0.545, sheet.y + sheet.height * 0.52];
  await page.mouse.move(x, y);
  if (holding) await page.mouse.down();
  for (let i = 0; i < MOVES; i++) await page.mouse.move(x + 120 * Math.sin(i / 12), y + 90 * (1 - Math.cos(i / 12)));
  if (holding) await page.mouse.up();
}

/** The time from the begin of each frame until the next task after it was painted. */
async function frames(page, act) {
  await page.evaluate(() => {
    window.benchCosts = [];
    const painted = new MessageChannel();
    let begun = 0;
    painted.port1.onmessage = () => window.benchCosts?.push(performance.now() - begun);
    const frame = (now) => {
      begun = now;
      painted.port2.postMessage(0);
      if (window.benchCosts) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act();
  const costs = await page.evaluate(() => {
    const all = window.benchCosts;
    window.benchCosts = undefined;
    return all;
  });
  return { costs };
}

/** The time from each key until the frame that shows it was painted, in a text of a design of sixty blocks. */
export async function typingLatency(context, product) {
  const page = await openDesign(context, await saveDesign(product, 'Typing', gridOf(60)));
  const sheet = await page.locator('[data-sheet]').boundingBox();
  await page.mouse.dblclick(sheet.x + sheet.width * 0.045, sheet.y + sheet.height * 0.07);
  await page.locator('[contenteditable]').waitFor();
  await page.evaluate(() => {
    window.benchKeys = [];
    document.addEventListener('beforeinput', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.benchKeys.push(performance.now() - timeStamp);
        painted.port2.postMessage(0);
      });
    });
  });
  await quiet();
  for (const letter of 'the quick brown fox jumps over the lazy dog and types') await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  await page.evaluate(() => window.goldenRest(null, 5000));
  const times = await page.evaluate(() => window.benchKeys);
  await page.close();
  return times;
}
