const MOST_PIXELS = 2600; // of a side that is looked at

/** Preprocessing variants of an image: a code that is small, noisy or skewed is often readable in one of the later ones. */
const LOOKS = [
  { scale: 1, filter: 'none' },
  { scale: 1.5, filter: 'none' },
  { scale: 1, filter: 'blur(0.6px) contrast(1.6)' },
  { scale: 0.7, filter: 'none' },
] as const;

/** Returns the text of the QR code in an image, or null if there is no readable one. The image is not uploaded. */
export async function readQR(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const { decodeQR } = await import('qr/decode.js');
    const fit = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
    for (const { scale, filter } of LOOKS) {
      const text = decodedIn(decodeQR, drawn(picture, fit * scale, filter));
      if (text) return text;
    }
  } catch {
    // Not an image, or too large for the browser to decode.
  }
  return null;
}

/** Reads the QR code in a video frame of the camera. */
export async function frameReader(): Promise<(video: HTMLVideoElement) => string | null> {
  const { decodeQR } = await import('qr/decode.js');
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return null;
    const context = contextOf(width, height);
    context.drawImage(video, 0, 0);
    return decodedIn(decodeQR, context.getImageData(0, 0, width, height));
  };
}

function decodedIn(decode: (image: ImageData) => string, image: ImageData): string | null {
  try {
    return decode(image) || null;
  } catch {
    return null; // the decoder throws where it finds none
  }
}

function drawn(picture: ImageBitmap, scale: number, filter: string): ImageData {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const context = contextOf(width, height);
  context.imageSmoothingQuality = 'high';
  context.filter = filter;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws nothing');
  return context;
}
