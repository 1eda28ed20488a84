import { Anchor, Autocomplete, Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, GROUPS } from '../../api/queries/keys';
import { usePermission, useSession } from '../../api/session';
import { isolate } from '../../lib/bidi';
import { readStored, writeStored } from '../../lib/storage';
import { email, maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { type FieldProps, useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { groupsToIssueQuery, type Issued, issue, type Person, peopleQuery } from './api';

const lastGroup = (departmentId: number | undefined) => `laurel.quickIssue.group.${departmentId}`;
const TYPING_PAUSE = 200;

/** Issues one credential from any page: name, email, group, Enter. The dialog stays open for the next one. */
export function QuickIssueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('quickIssue.title')} size={480} closeOnClickOutside={false}>
      <QuickIssueForm onClose={onClose} />
    </Modal>
  );
}

function QuickIssueForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayPublish = usePermission('publish_credentials');
  const storage = lastGroup(useSession((state) => state.session?.department?.id));
  const first = useRef<HTMLInputElement>(null);
  const [publish, setPublish] = useState(mayPublish);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [last, setLast] = useState<Issued | null>(null);
  const form = useForm({
    initial: { name: '', email: '', group_id: readStored(storage) ?? '' },
    labels: { name: t('quickIssue.name'), email: t('quickIssue.email'), group_id: t('quickIssue.group') },
    rules: {
      name: [required, maxLength(255)],
      email: [required, email, maxLength(320)],
      group_id: [required],
    },
  });

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: CREDENTIALS }),
      queries.invalidateQueries({ queryKey: GROUPS }),
    ]);
  const takeBack = async (issued: Issued, undo: () => Promise<void>) => {
    try {
      await undo();
      toast.notice(t('quickIssue.undone', { name: issued.credential.recipient.name }));
      setLast((current) => (current === issued ? null : current));
    } catch (error) {
      toast.formWarning(t('quickIssue.notUndone'), error instanceof ApiError ? error.lines : []);
    } finally {
      await refresh();
    }
  };
  const save = form.submit(async (values) => {
    const person = { name: values.name.trim(), email: values.email.trim() };
    let issued: Issued;
    try {
      issued = await issue(person, Number(values.group_id), publish && mayPublish, key);
    } catch (error) {
      // After an error response, the next attempt is a new request with its own key.
      if (error instanceof ApiError) setKey(crypto.randomUUID());
      throw error;
    }
    writeStored(storage, values.group_id);
    setKey(crypto.randomUUID());
    setLast(issued);
    form.reset({ name: '', email: '', group_id: values.group_id });
    const words = { name: isolate(person.name) };
    const { undo } = issued;
    if (undo) {
      toast.undo(t(publish ? 'quickIssue.issued' : 'quickIssue.drafted', words), t('quickIssue.undo'), () => {
        void takeBack(issued, undo);
      });
    } else toast.notice(t('quickIssue.changed', words));
    first.current?.focus();
    await refresh();
  });
  const choose = ({ name, email: address }: Person) => {
    form.set('name', name);
    form.set('email', address);
  };

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <PersonField field={form.field('name')} inputRef={first} onChoose={choose} autofocus />
        <PersonField field={form.field('email')} onChoose={choose} />
        <GroupField field={form.field('group_id')} />
        {mayPublish && (
          <Switch
            label={t('quickIssue.publishNow')}
            description={t('quickIssue.publishHelp')}
            checked={publish}
            onChange={(event) => setPublish(event.currentTarget.checked)}
          />
        )}
        <Group justify="space-between" gap="xs">
          <div role="status">
            {last && (
              <Anchor component={Link} to={`/credentials/${last.credential.uuid}`} onClick={onClose}>
                {t('quickIssue.open', { name: isolate(last.credential.recipient.name) })}
              </Anchor>
            )}
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.close')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t(publish && mayPublish ? 'quickIssue.submit' : 'quickIssue.submitDraft')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface PersonFieldProps {
  field: FieldProps<string>;
  inputRef?: Ref<HTMLInputElement>;
  autofocus?: boolean;
  onChoose: (person: Person) => void;
}

/** An input for a name or an email. It suggests earlier recipients, and a suggestion fills both inputs. */
function PersonField({ field, inputRef, autofocus, onChoose }: PersonFieldProps) {
  const { onChange, required: isRequired, ...props } = field;
  const [typed] = useDebouncedValue(field.value.trim(), TYPING_PAUSE);
  const { data } = useQuery({ ...peopleQuery(typed), enabled: typed.length > 1 });
  const people = typed.length > 1 ? (data ?? []) : [];
  const isEmail = field.name === 'email';
  return (
    <Autocomplete
      {...props}
      ref={inputRef}
      data-autofocus={autofocus || undefined}
      aria-required={isRequired}
      type={isEmail ? 'email' : 'text'}
      dir={isEmail ? 'ltr' : undefined}
      autoComplete="off"
      data={people.map(({ email: address }) => address)}
      filter={({ options }) => options}
      renderOption={({ option }) => <Suggestion person={people.find((one) => one.email === option.value)} />}
      onChange={(text) => {
        const known = people.find((one) => one.email === text);
        if (known) onChoose(known);
        else onChange(text);
      }}
    />
  );
}

function Suggestion({ person }: { person: Person | undefined }) {
  if (!person) return null;
  return (
    <div>
      <Text inherit>
        <bdi>{person.name}</bdi>
      </Text>
      <Text size="xs" c="dimmed" dir="ltr">
        {person.email}
      </Text>
    </div>
  );
}

function GroupField({ field }: { field: FieldProps<string> }) {
  const { t } = useTranslation();
  const { onChange, required: _required, ...props } = field;
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), TYPING_PAUSE);
  const recent = useQuery(groupsToIssueQuery(''));
  const found = useQuery(groupsToIssueQuery(typed));
  const known = [...(found.data ?? []), ...(recent.data ?? [])];
  const groups = [...new Map(known.map((group) => [group.id, group])).values()];
  return (
    <Select
      {...props}
      searchable
      selectFirstOptionOnChange
      value={groups.some(({ id }) => String(id) === field.value) ? field.value : null}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      onSearchChange={setSearch}
      onChange={(value) => onChange(value ?? '')}
      nothingFoundMessage={t('quickIssue.noGroup')}
      withAsterisk={false}
    />
  );
}
