import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../lib/fold';
import styles from './FilterChip.module.css';
import {
  type ChoiceFilter,
  type Filter,
  type Option,
  type PairFilter,
  partsOf,
  type RangeFilter,
  toggled,
  type Values,
} from './filters';

interface EditorProps<F> {
  filter: F;
  values: Values;
  onChange: (values: Values) => void;
  onClose: () => void;
}

/** The form for the value of a filter. */
export function FilterEditor({ filter, ...rest }: EditorProps<Filter>) {
  if (filter.kind === 'range') return <RangeEditor filter={filter} {...rest} />;
  if (filter.kind === 'pair') return <PairEditor filter={filter} {...rest} />;
  return <ChoiceEditor filter={filter} {...rest} />;
}

const MANY = 8;

function ChoiceEditor({ filter, values, onChange, onClose }: EditorProps<ChoiceFilter>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const current = values[filter.name];
  const searched = filter.onSearch !== undefined || filter.options.length > MANY;
  const found = filter.options.filter(({ label }) => fold(label).includes(fold(text.trim())));
  const choose = (value: string) => {
    onChange({ [filter.name]: value });
    onClose();
  };
  return (
    <Stack gap="xs">
      {searched && (
        <TextInput
          type="search"
          size="xs"
          aria-label={t('ui.filter.find', { name: filter.label })}
          placeholder={t('ui.filter.find', { name: filter.label })}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            filter.onSearch?.(event.currentTarget.value);
          }}
        />
      )}
      <ul className={styles.options} aria-label={filter.label}>
        {found.map(({ value, label, note }) => (
          <li key={value}>
            {filter.several ? (
              <Checkbox
                size="xs"
                p={6}
                label={<Labelled label={label} note={note} />}
                checked={partsOf(current).includes(value)}
                onChange={() => onChange({ [filter.name]: toggled(filter, current, value) })}
              />
            ) : (
              <button
                type="button"
                className={styles.option}
                aria-pressed={value === current}
                onClick={() => choose(value)}
              >
                <IconCheck size={14} aria-hidden />
                <Labelled label={label} note={note} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <Text c="dimmed" fz="xs">
          {t('ui.filter.nothing')}
        </Text>
      )}
    </Stack>
  );
}

function Labelled({ label, note }: Pick<Option, 'label' | 'note'>) {
  return (
    <>
      <bdi>{label}</bdi>
      {note !== undefined && <span className={styles.note}> {note}</span>}
    </>
  );
}

/** Inputs whose values take effect when they are applied. */
function Fields({
  first,
  onApply,
  children,
}: {
  first: Values;
  onApply: (values: Values) => void;
  children: (values: Values, set: (name: string, value: string) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(first);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onApply(draft);
  };
  return (
    <form noValidate onSubmit={apply}>
      <Stack gap="xs">
        {children(draft, (name, value) => setDraft((current) => ({ ...current, [name]: value })))}
        <Button type="submit" size="xs">
          {t('ui.filter.apply')}
        </Button>
      </Stack>
    </form>
  );
}

function RangeEditor({ filter, values, onChange, onClose }: EditorProps<RangeFilter>) {
  const { t } = useTranslation();
  const { from, to } = filter;
  const limits = filter.type === 'number' ? { min: 0, step: 'any' } : {};
  return (
    <Fields
      first={{ [from]: values[from] ?? '', [to]: values[to] ?? '' }}
      onApply={(draft) => {
        onChange(draft);
        onClose();
      }}
    >
      {(draft, set) =>
        [from, to].map((name) => (
          <TextInput
            key={name}
            size="xs"
            type={filter.type}
            {...limits}
            label={t(name === from ? 'ui.filter.from' : 'ui.filter.to')}
            value={draft[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))
      }
    </Fields>
  );
}

function PairEditor({ filter, values, onChange, onClose }: EditorProps<PairFilter>) {
  const { key, value, keys } = filter;
  return (
    <Fields
      first={{ [key]: values[key] ?? keys[0]?.value ?? '', [value]: values[value] ?? '' }}
      onApply={(draft) => {
        onChange(draft[value] ? draft : { [key]: '', [value]: '' });
        onClose();
      }}
    >
      {(draft, set) => (
        <>
          <NativeSelect
            size="xs"
            label={filter.keyLabel}
            data={[...keys]}
            value={draft[key]}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            label={filter.valueLabel}
            value={draft[value]}
            onChange={(event) => set(value, event.currentTarget.value)}
          />
        </>
      )}
    </Fields>
  );
}
