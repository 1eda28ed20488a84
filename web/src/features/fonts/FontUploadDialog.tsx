import { Button, Checkbox, FileInput, Group, List, Stack, TextInput, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { FONTS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { addFont, ENDINGS, MAX_BYTES } from './api';

type Outcome = { file: string; good: boolean; text: string };

/** Uploads font files one after the other, and shows the result of each. */
export function FontUploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState('');
  const [licensed, setLicensed] = useState(false);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);

  const send = async (file: File): Promise<Outcome> => {
    const refused = (text: string) => ({ file: file.name, good: false, text });
    if (!ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))) {
      return refused(t('fonts.dialog.type', { file: file.name }));
    }
    const reason = (why: string) => refused(t('fonts.dialog.refused', { file: file.name, reason: why }));
    if (file.size > MAX_BYTES) {
      return reason(t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) }));
    }
    try {
      const font = await addFont(file, name.trim());
      return {
        file: file.name,
        good: true,
        text: t('fonts.dialog.added', { file: file.name, name: font.name }),
      };
    } catch (error) {
      return reason(
        error instanceof ApiError && error.lines.length > 0 ? error.lines.join(' ') : t('problem.upload'),
      );
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (files.length === 0 || !licensed) return;
    setBusy(true);
    const done: Outcome[] = [];
    for (const file of files) {
      const outcome = await send(file);
      done.push(outcome);
      setOutcomes([...done]);
      // Others may be chosen meanwhile.
      if (outcome.good) setFiles((chosen) => chosen.filter((one) => one !== file));
    }
    await queries.invalidateQueries({ queryKey: FONTS });
    setAsked(false);
    setBusy(false);
  };

  return (
    <Modal opened onClose={onClose} title={t('fonts.dialog.title')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <FileInput
            data-autofocus
            multiple
            clearable
            clearButtonProps={{ 'aria-label': t('fonts.dialog.clear') }}
            label={t('fonts.dialog.files')}
            description={t('fonts.dialog.help', { size: format.fileSize(MAX_BYTES) })}
            placeholder={t('fonts.dialog.choose')}
            leftSection={<IconUpload size={16} aria-hidden />}
            accept={ENDINGS.join(',')}
            value={files}
            error={asked && files.length === 0 && t('fonts.dialog.needFile')}
            onChange={(chosen) => {
              setFiles(chosen);
              setOutcomes([]);
            }}
          />
          <TextInput
            label={t('fonts.dialog.name')}
            description={t('fonts.dialog.nameHelp')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={t('fonts.dialog.license')}
            description={t('fonts.dialog.licenseHelp')}
            checked={licensed}
            error={asked && !licensed && t('fonts.dialog.needLicense')}
            onChange={(event) => setLicensed(event.currentTarget.checked)}
          />
          <Outcomes outcomes={outcomes} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('fonts.dialog.close')}
            </Button>
            <Button type="submit" loading={busy}>
              {files.length > 0
                ? t('fonts.dialog.submit', { count: files.length, number: format.number(files.length) })
                : t('fonts.upload')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const icon = (good: boolean) => (
    <ThemeIcon variant="light" size={20} radius="xl" color={good ? 'laurel' : 'yellow'}>
      {good ? <IconCheck size={12} aria-hidden /> : <IconAlertTriangle size={12} aria-hidden />}
    </ThemeIcon>
  );
  return (
    <div aria-live="polite">
      <List size="sm" spacing={6} listStyleType="none" center={false}>
        {outcomes.map(({ file, good, text }) => (
          <List.Item key={file} icon={icon(good)}>
            {text}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
