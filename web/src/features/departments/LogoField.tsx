import { Avatar, Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import styles from './LogoField.module.css';

const TYPES = 'image/png,image/jpeg,image/gif';
const MAX_BYTES = 5 * 1024 * 1024;

interface LogoFieldProps {
  label: string;
  /** Recommended image dimensions. */
  help: string;
  /** Whether the image is landscape. */
  wide?: boolean;
  /** The image's URL; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Shows an image of the department, such as its logo, and uploads a new one. */
export function LogoField({ label, help, wide, value, onChange }: LogoFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    if (!TYPES.split(',').includes(file.type)) return setProblem(t('departments.logoType'));
    if (file.size > MAX_BYTES)
      return setProblem(t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) }));
    setBusy(true);
    try {
      onChange((await upload('organizations', file)).fileUrl);
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.lines.length > 0 ? error.lines.join(' ') : t('problem.upload'),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Input.Wrapper label={label} error={problem} labelElement="div">
      <Group gap="md" mt={4}>
        {wide ? (
          <Picture src={value || null} alt="" ratio={3.2} width={205} className={styles.wide} />
        ) : (
          <Avatar src={value || null} size={64} radius="md" alt="">
            <IconPhoto size={24} stroke={1.4} />
          </Avatar>
        )}
        <Stack gap={6}>
          <Group gap="xs">
            <FileButton accept={TYPES} onChange={(file) => void choose(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={busy}>
                  {t(value ? 'departments.logoReplace' : 'departments.pictureUpload')}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button variant="subtle" color="gray" onClick={() => onChange('')}>
                {t('departments.logoRemove')}
              </Button>
            )}
          </Group>
          <Text fz="xs" c="dimmed">
            {t('departments.pictureTypes', { size: format.fileSize(MAX_BYTES) })} {help}
          </Text>
        </Stack>
      </Group>
    </Input.Wrapper>
  );
}
