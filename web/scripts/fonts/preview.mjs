// The name of a family drawn in its own face, so that a menu can show it without loading the font.
import { create } from 'fontkit';

/** Units to the em: fine enough for 24 px at three device pixels each. */
const EM = 80;

const COMMANDS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' };

/** One path in whole units, y down, the baseline at 0; each command relative to where the pen is. */
function write(commands, scale, dx) {
  let pen = [0, 0];
  return commands
    .map(({ command, args }) => {
      const letter = COMMANDS[command];
      if (letter === 'Z') return 'z';
      const at = args.map((value, i) => Math.round(i % 2 === 0 ? (value + dx) * scale : -value * scale));
      const from = pen;
      pen = at.slice(-2);
      const steps = letter === 'M' ? at : at.map((value, i) => value - from[i % 2]);
      return (letter === 'M' ? letter : letter.toLowerCase()) + steps.join(' ').replaceAll(' -', '-');
    })
    .join('');
}

/** Width and path of a text in the font of that file. */
export function preview(file, text) {
  const font = create(file);
  const { glyphs, positions } = font.layout(text);
  const scale = EM / font.unitsPerEm;
  let x = 0;
  let path = '';
  for (const [i, glyph] of glyphs.entries()) {
    path += write(glyph.path.commands, scale, x + positions[i].xOffset);
    x += positions[i].xAdvance;
  }
  return [Math.ceil(x * scale), path];
}
