/** Drags files from outside over a point of the window, and lets them fall where `land` then says. */
export async function dropFiles(page, files, from, land) {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, mimeType, data: text } of all) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, given);
  const send = (type, { x, y }) =>
    page.evaluate(
      ([name, dataTransfer, clientX, clientY]) =>
        document
          .elementFromPoint(clientX, clientY)
          ?.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer, clientX, clientY })),
      [type, transfer, x, y],
    );
  await send('dragenter', from);
  await send('dragover', from);
  const to = await land();
  await send('dragover', to);
  await send('drop', to);
}
