import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { PeoplePort, PreviewGroup } from '../../state/ports/preview';

type Props = {
  people: PeoplePort;
  chosen: PreviewGroup | null;
  onChoose: (group: PreviewGroup) => void;
};

const TYPING_PAUSE_MS = 250;

/** A search for a group of the department. Groups that use the design come first. */
export function GroupSelect({ people, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search === chosen?.name ? '' : search, TYPING_PAUSE_MS);
  const groups = useGroups(people, wanted);

  const option = ({ id, name, count }: PreviewGroup) => ({
    value: String(id),
    label: name,
    count: t('editor.preview.people', { count, number: format.number(count) }),
  });
  const part = (uses: boolean) => ({
    group: t(uses ? 'editor.preview.using' : 'editor.preview.others'),
    items: (groups ?? []).filter((group) => group.uses === uses).map(option),
  });
  const chosenOption = chosen && !groups?.some(({ id }) => id === chosen.id) ? [option(chosen)] : [];
  return (
    <Select
      size="xs"
      searchable
      aria-label={t('editor.preview.group')}
      placeholder={t('editor.preview.chooseGroup')}
      nothingFoundMessage={groups && t('editor.preview.noGroup')}
      rightSection={groups === undefined ? <Loader size={14} /> : undefined}
      comboboxProps={{ position: 'top-start', width: 300 }}
      maxDropdownHeight={320}
      data={[part(true), part(false), ...chosenOption].filter(
        (one) => !('items' in one) || one.items.length > 0,
      )}
      filter={({ options }) => options}
      renderOption={({ option: shown }) => (
        <span style={{ display: 'flex', gap: 12, width: '100%', justifyContent: 'space-between' }}>
          <bdi>{shown.label}</bdi>
          <span style={{ color: 'var(--lr-dim)', whiteSpace: 'nowrap' }}>
            {'count' in shown && String(shown.count)}
          </span>
        </span>
      )}
      value={chosen ? String(chosen.id) : null}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(value) => {
        const group = groups?.find(({ id }) => String(id) === value);
        if (group) onChoose(group);
      }}
    />
  );
}

/** Returns the groups that match the search, or undefined while they load. */
export function useGroups(people: PeoplePort, search: string): readonly PreviewGroup[] | undefined {
  const [groups, setGroups] = useState<readonly PreviewGroup[]>();
  useEffect(() => {
    const control = new AbortController();
    people.groups(search, control.signal).then(
      (found) => !control.signal.aborted && setGroups(found),
      () => !control.signal.aborted && setGroups([]),
    );
    return () => control.abort();
  }, [people, search]);
  return groups;
}
