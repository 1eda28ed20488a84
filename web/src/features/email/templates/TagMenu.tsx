import { ActionIcon, Menu, ScrollArea, TextInput, type TextInputProps } from '@mantine/core';
import { IconBracketsContain } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface TagMenuProps {
  tags: readonly string[];
  onPick: (tag: string) => void;
}

/** A menu of the tags that a type of emails has. */
export function TagMenu({ tags, onPick }: TagMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('emailTemplates.tag.insert')} variant="subtle">
          <IconBracketsContain size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {tags.map((tag) => (
            <Menu.Item key={tag} dir="ltr" onClick={() => onPick(tag)}>
              {`[${tag}]`}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

interface TagInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  tags: readonly string[];
  onChange: (value: string) => void;
}

/** A line of text into which tags can be inserted where the cursor is. */
export function TagInput({ value, tags, onChange, ...rest }: TagInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (tag: string) => {
    const from = input.current?.selectionStart ?? value.length;
    const until = input.current?.selectionEnd ?? from;
    onChange(`${value.slice(0, from)}[${tag}]${value.slice(until)}`);
    input.current?.focus();
  };
  return (
    <TextInput
      {...rest}
      ref={input}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={<TagMenu tags={tags} onPick={insert} />}
    />
  );
}
