import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AttributeKey } from './api';
import { customTarget, EVIDENCES, evidenceTarget, mayRepeat, readTarget, TARGETS } from './targets';
import { useTargetName } from './words';

const SKIP = 'skip';
const NEW = 'new';

interface TargetSelectProps {
  label: string;
  value: string;
  /** Targets that are already in use. */
  taken: ReadonlySet<string>;
  attributes: readonly AttributeKey[];
  error?: boolean;
  /** Whether the column can be skipped. */
  skippable?: boolean;
  onChange: (target: string) => void;
  onNewAttribute?: () => void;
}

/** Selects the target of a value, with a search. */
export function TargetSelect(props: TargetSelectProps) {
  const { label, value, taken, attributes, error, skippable, onChange, onNewAttribute } = props;
  const { t } = useTranslation();
  const nameOf = useTargetName(attributes);
  const item = (target: string) => ({
    value: target,
    label: nameOf(target),
    disabled: target !== value && !mayRepeat(target) && taken.has(target),
  });
  const group = (name: keyof typeof TARGETS) => ({
    group: t(`imports.map.group.${name}`),
    items: TARGETS[name].map(item),
  });
  const custom = attributes.map(({ key }) => item(customTarget(key)));
  return (
    <Select
      aria-label={label}
      searchable
      error={error}
      nothingFoundMessage={t('imports.map.nothingFound')}
      placeholder={t('imports.map.choose')}
      maxDropdownHeight={320}
      data={[
        ...(skippable ? [{ value: SKIP, label: t('imports.map.skip') }] : []),
        group('recipient'),
        group('group'),
        group('credential'),
        {
          group: t('imports.map.group.attributes'),
          items: [
            ...custom,
            ...(onNewAttribute ? [{ value: NEW, label: t('imports.map.newAttribute') }] : []),
          ],
        },
        { group: t('imports.map.group.evidence'), items: evidences(value, taken).map(item) },
      ]}
      value={value === '' ? (skippable ? SKIP : null) : value}
      onChange={(chosen) => {
        if (chosen === NEW) onNewAttribute?.();
        else onChange(chosen === SKIP ? '' : (chosen ?? ''));
      }}
    />
  );
}

/** Returns the targets of the evidence items in use, and of the next one. */
function evidences(value: string, taken: ReadonlySet<string>): string[] {
  const begun = [value, ...taken]
    .map(readTarget)
    .flatMap((read) => (read.kind === 'evidence' ? [read.number] : []));
  const count = Math.min(Math.max(0, ...begun) + 1, EVIDENCES);
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((number) => [
    evidenceTarget(number, 'description'),
    evidenceTarget(number, 'url'),
  ]);
}
