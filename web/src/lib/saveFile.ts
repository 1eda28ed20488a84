/** Downloads an address under a name. Where the other side forbids reading it, it is opened instead. */
export async function saveFile(address: string, name: string): Promise<void> {
  const link = document.createElement('a');
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    link.href = URL.createObjectURL(await response.blob());
    link.download = name.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  } catch {
    link.href = address;
    link.target = '_blank';
    link.rel = 'noopener';
  }
  link.click();
  if (link.href.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
