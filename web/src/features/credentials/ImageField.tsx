import { Button, FileButton, Group, Input, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import type { FieldProps } from '../../ui/form/useForm';
import { Picture } from '../../ui/Picture';
import styles from './ImageField.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/gif'];
const MAX_BYTES = 5 * 1024 * 1024;

/** An image of one recipient: selects and uploads a file, and shows the progress and the result. */
export function ImageField({ field }: { field: FieldProps<string> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    if (!TYPES.includes(file.type)) return setProblem(t('credentials.image.type'));
    if (file.size > MAX_BYTES)
      return setProblem(t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) }));
    setProgress(0);
    try {
      field.onChange((await upload('s3_policy', file, setProgress)).fileUrl);
    } catch {
      setProblem(t('problem.upload'));
    } finally {
      setProgress(null);
    }
  };

  return (
    <Input.Wrapper label={field.label} labelElement="div" error={problem || field.error}>
      <div className={styles.field}>
        <Picture src={field.value || null} alt="" ratio={1} width={64} className={styles.picture} />
        <div className={styles.side}>
          {progress === null ? (
            <Group gap="xs">
              <FileButton accept={TYPES.join(',')} onChange={(file) => void choose(file)}>
                {(props) => (
                  <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                    {t(field.value ? 'credentials.image.replace' : 'credentials.image.choose')}
                  </Button>
                )}
              </FileButton>
              {field.value && (
                <Button variant="subtle" color="gray" onClick={() => field.onChange('')}>
                  {t('credentials.image.remove')}
                </Button>
              )}
            </Group>
          ) : (
            <Progress value={progress * 100} aria-label={t('credentials.image.uploading')} />
          )}
          <Input.Description mt={4}>
            {t('credentials.image.help', { size: format.fileSize(MAX_BYTES) })}
          </Input.Description>
        </div>
      </div>
    </Input.Wrapper>
  );
}
