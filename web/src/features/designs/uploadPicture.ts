import { ApiError } from '../../api/errors';
import { upload } from '../../api/uploads';
import { UploadRefusal } from '../../editor';

/** Uploads an image for designs and returns its URL. Throws UploadRefusal with the server's message if it is rejected. */
export async function uploadPicture(file: File, onProgress: (part: number) => void): Promise<string> {
  try {
    return (await upload('templates', file, onProgress)).fileUrl;
  } catch (error) {
    const lines = error instanceof ApiError ? error.lines : [];
    throw lines.length > 0 ? new UploadRefusal(lines.join(' ')) : error;
  }
}
