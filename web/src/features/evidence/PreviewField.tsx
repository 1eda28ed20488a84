import { Button, Group, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import { FileDrop } from '../../ui/form/FileDrop';
import { useFileUpload } from '../../ui/form/useFileUpload';
import { Picture } from '../../ui/Picture';

/** The server's size limit for images. */
const MAX_BYTES = 5 * 1024 * 1024;

interface PreviewFieldProps {
  /** The image's URL, or '' for none. */
  value: string;
  error?: string;
  onChange: (address: string) => void;
  onSending: (sending: boolean) => void;
}

/** Uploads a preview image for an item. */
export function PreviewField({ value, error, onChange, onSending }: PreviewFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const file = useFileUpload({
    upload: (chosen, onProgress) => upload('s3_policy', chosen, onProgress),
    maxBytes: MAX_BYTES,
    media: 'image/',
  });
  const send = async (chosen: File) => {
    onSending(true);
    const sent = await file.send(chosen);
    onSending(false);
    if (sent) onChange(sent.fileUrl);
  };
  return (
    <Input.Wrapper label={t('evidence.field.preview')} labelElement="div">
      {value && !error ? (
        <Group>
          <Picture src={value} alt={t('evidence.field.preview')} width={120} />
          <Button variant="default" size="xs" onClick={() => onChange('')}>
            {t('evidence.preview.remove')}
          </Button>
        </Group>
      ) : (
        <FileDrop
          label={t('evidence.preview.choose')}
          help={t('evidence.preview.help', { size: format.fileSize(MAX_BYTES) })}
          endings={['.png', '.jpg', '.jpeg', '.gif']}
          error={file.problem || error}
          sending={file.sending}
          onFile={(chosen) => void send(chosen)}
        />
      )}
    </Input.Wrapper>
  );
}
