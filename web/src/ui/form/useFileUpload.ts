import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadResult } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';

interface Rules {
  upload: (file: File, onProgress: (part: number) => void) => Promise<UploadResult>;
  maxBytes: number;
  /** Required prefix of the browser's media type. The server checks the content itself. */
  media?: string;
}

/** Uploads one file at a time, with progress and an error message. */
export function useFileUpload({ upload, maxBytes, media }: Rules) {
  const { t } = useTranslation();
  const format = useFormat();
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [problem, setProblem] = useState('');

  const check = (file: File): string => {
    if (file.size > maxBytes) return t('problem.fileTooLarge', { size: format.fileSize(maxBytes) });
    return media && file.type && !file.type.startsWith(media) ? t('evidence.invalidType') : '';
  };
  return {
    sending,
    problem,
    clear: () => setProblem(''),
    /** Resolves to null if the upload failed. The reason is in `problem`. */
    send: async (file: File): Promise<UploadResult | null> => {
      const wrong = check(file);
      setProblem(wrong);
      if (wrong) return null;
      setSending({ name: file.name, part: 0 });
      try {
        return await upload(file, (part) => setSending({ name: file.name, part }));
      } catch {
        setProblem(t('problem.upload'));
        return null;
      } finally {
        setSending(undefined);
      }
    },
  };
}
