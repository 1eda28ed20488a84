import { Button, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { FileDrop } from '../../ui/form/FileDrop';
import { addEvidence, type EvidenceInput } from './api';

/** The server takes files of any kind up to this size. */
export const MAX_BYTES = 20 * 1024 * 1024;

const CATEGORIES = ['file', 'image', 'video', 'audio', 'url', 'credential', 'grade', 'text'] as const;
type Category = (typeof CATEGORIES)[number];

const TAKES_FILE: readonly Category[] = ['file', 'image', 'video', 'audio'];
const TAKES_LINK: readonly Category[] = ['url', 'credential'];
/** What the browser may say of a file of these categories; the server looks into the file itself. */
const MEDIA: Partial<Record<Category, string>> = { image: 'image/', video: 'video/', audio: 'audio/' };

interface Values {
  title: string;
  narrative: string;
  link: string;
  value: string | number;
  file: string;
}

/** What the server is told of an item of a category. */
function inputOf(category: Category, { title, narrative, link, value, file }: Values): EvidenceInput {
  const item: EvidenceInput = {
    description: title,
    narrative,
    category: category === 'text' ? '' : category,
  };
  if (TAKES_FILE.includes(category)) item.file = file;
  if (TAKES_LINK.includes(category)) item.url = link;
  if (category === 'grade' || category === 'text') item.string_object = value;
  return item;
}

interface EvidenceDialogProps {
  uuid: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Adds one piece of evidence. */
export function EvidenceDialog({ uuid, onClose, onDone }: EvidenceDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [category, setCategory] = useState<Category>('file');
  const [title, setTitle] = useState('');
  const [narrative, setNarrative] = useState('');
  const [link, setLink] = useState('');
  const [value, setValue] = useState<string | number>('');
  const [file, setFile] = useState<{ key: string; name: string } | null>(null);
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [problem, setProblem] = useState('');
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const error = (field: string) => wrong[field]?.join(' ');

  const send = async (chosen: File) => {
    setProblem('');
    setFile(null);
    if (chosen.size > MAX_BYTES) {
      return setProblem(t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) }));
    }
    const media = MEDIA[category];
    if (media && chosen.type && !chosen.type.startsWith(media)) return setProblem(t('evidence.invalidType'));
    setSending({ name: chosen.name, part: 0 });
    try {
      const sent = await upload('evidence', chosen, (part) => setSending({ name: chosen.name, part }));
      setFile({ key: sent.key, name: chosen.name });
      if (!title) setTitle(chosen.name.slice(0, 150));
    } catch {
      setProblem(t('problem.upload'));
    } finally {
      setSending(undefined);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong({});
    const item = inputOf(category, { title, narrative, link, value, file: file?.key ?? '' });
    try {
      await addEvidence(uuid, item);
      await onDone();
      onClose();
    } catch (refusal) {
      if (refusal instanceof ApiError) setWrong(refusal.fields);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={t('evidence.add')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Select
            label={t('evidence.field.category')}
            data={CATEGORIES.map((name) => ({ value: name, label: t(`evidence.category.${name}`) }))}
            value={category}
            allowDeselect={false}
            onChange={(name) => {
              setCategory((name ?? 'file') as Category);
              setFile(null);
              setProblem('');
              setValue('');
              setWrong({});
            }}
          />
          {TAKES_FILE.includes(category) && (
            <>
              <FileDrop
                label={t('evidence.chooseFile')}
                help={t('evidence.fileHelp', { size: format.fileSize(MAX_BYTES) })}
                endings={[]}
                error={problem || error('file')}
                sending={sending}
                onFile={(chosen) => void send(chosen)}
              />
              {file && (
                <Text role="status">
                  <bdi>{file.name}</bdi>
                </Text>
              )}
            </>
          )}
          {TAKES_LINK.includes(category) && (
            <TextInput
              label={t('evidence.field.link')}
              type="url"
              placeholder="https://"
              value={link}
              error={error('url')}
              onChange={(event) => setLink(event.currentTarget.value)}
            />
          )}
          {category === 'grade' && (
            <NumberInput
              label={t('evidence.field.grade')}
              min={0}
              max={100}
              value={value}
              error={error('string_object')}
              onChange={setValue}
            />
          )}
          {category === 'text' && (
            <Textarea
              label={t('evidence.field.text')}
              autosize
              minRows={4}
              maxRows={12}
              value={String(value)}
              error={error('string_object')}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t('evidence.field.title')}
            maxLength={150}
            value={title}
            error={error('description')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label={t('evidence.field.narrative')}
            description={t('evidence.optional')}
            maxLength={5000}
            autosize
            minRows={2}
            maxRows={8}
            value={narrative}
            error={error('narrative')}
            onChange={(event) => setNarrative(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={sending !== undefined}>
              {t('evidence.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
