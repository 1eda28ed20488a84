const text = (top, model, more) => ({ kind: 'text', top, left: '10%', image_width: '80%', image_height: '10%', align: 'center', model, ...more });

/** A certificate of seven blocks, with a name that is made to fit. */
export const certificate = {
  kind: 'certificate',
  size: 'us-letter',
  orientation: 'landscape',
  blocks: [
    text('9%', 'Certificate of completion', { font: 'Playfair Display', font_size: 46, font_weight: 700 }),
    text('20%', 'This certifies that', { font: 'Lora', italic: true }),
    text('28%', '[recipient.name]', { font: 'Playfair Display', font_size: 72, scale_to_fit: true }),
    text('45%', 'has completed [group.course_name] with distinction, after forty hours of classes, exercises and a final examination.', {
      font: 'Source Sans Pro', font_size: 18, align: 'justify', image_height: '16%',
    }),
    text('66%', '[credential.issued_on]', { font: 'Lora', font_size: 16 }),
    { kind: 'line', top: '80%', left: '35%', image_width: '30%', image_height: '1%', line_style: 'double', line_width: 3 },
    { kind: 'qr', top: '70%', left: '80%', image_width: '12%', image_height: '16%', qr_code: '[credential.url]' },
  ],
};
