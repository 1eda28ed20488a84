import { Button, FileButton, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../api/errors';
import { upload } from '../../../api/uploads';
import styles from './Templates.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/gif'];
const MAX_BYTES = 5 * 1024 * 1024;

interface ImageFieldProps {
  label: string;
  help?: string;
  value: string;
  onChange: (value: string) => void;
}

/** An uploaded image of an email. */
export function ImageField({ label, help, value, onChange }: ImageFieldProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    if (!TYPES.includes(file.type) || file.size > MAX_BYTES)
      return setProblem(t('emailTemplates.field.imageType'));
    setBusy(true);
    try {
      onChange((await upload('organizations', file)).fileUrl);
    } catch (error) {
      setProblem(wordsOf(error, t('problem.upload')).join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Input.Wrapper label={label} description={help} error={problem} labelElement="div">
      {value && <img src={value} alt="" className={styles.image} />}
      <Group gap="xs" mt={4}>
        <FileButton accept={TYPES.join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={busy}>
              {t('emailTemplates.field.upload')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            {t('emailTemplates.field.removeImage')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
