import { api } from '../support/api.mjs';

const percent = (value) => `${value.toFixed(4)}%`;
const COLUMNS = 10;

/** Blocks of every painted kind in a grid, texts most of all, as on a busy certificate. */
export function gridOf(count) {
  const height = 100 / Math.ceil(count / COLUMNS);
  return Array.from({ length: count }, (_, i) => {
    const place = {
      left: percent((i % COLUMNS) * (100 / COLUMNS)),
      top: percent(Math.floor(i / COLUMNS) * height),
      image_width: percent(90 / COLUMNS),
      image_height: percent(Math.max(5, height * 0.9)),
    };
    if (i % 5 === 3) return { kind: 'rectangle', ...place, fill: '#dfe7e2', stroke: '#14532d', stroke_width: 1, radius: 4 };
    if (i % 5 === 4) return { kind: 'line', ...place, line_width: 2, line_style: 'dashed', color: '#8a6d2f' };
    return { kind: 'text', ...place, model: `Block ${i} certifies forty hours of classes`, font: 'Lora', font_size: 12, scale_to_fit: i % 2 === 0 };
  });
}

/** Saves a design and answers its id. */
export async function saveDesign(product, name, blocks) {
  const design = { kind: 'certificate', size: 'us-letter', orientation: 'landscape', language: 'en', name, blocks };
  return (await api(product.url, product.demo.api_key)('POST', '/certificate_designs/create', { design })).design.id;
}
