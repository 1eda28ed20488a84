import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ListState } from './useListState';

interface FilterMenuProps {
  list: ListState;
  /** The filter's query parameter, both in the page's URL and in the API call. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A menu that filters a list by one property. Choosing the current value again removes the filter. */
export function FilterMenu({ list, name, label, options }: FilterMenuProps) {
  const current = list.filters[name];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.RadioGroup value={current ?? null}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeMenuOnClick
              onClick={() => list.setFilter(name, option.value === current ? '' : option.value)}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
