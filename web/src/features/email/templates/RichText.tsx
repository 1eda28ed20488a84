import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core';
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import { mergeAttributes, Node } from '@tiptap/core';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block } from './api';
import { TagMenu } from './TagMenu';
import styles from './Templates.module.css';

type Doc = NonNullable<Block['doc']>;

/** A tag stands in the text as one character. */
const Tag = Node.create({
  name: 'tag',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML: () => [{ tag: 'span[data-tag]', getAttrs: (span) => ({ name: span.dataset.tag ?? '' }) }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-tag': String(node.attrs.name) }),
    `[${String(node.attrs.name)}]`,
  ],
  renderText: ({ node }) => `[${String(node.attrs.name)}]`,
});

const EXTENSIONS = [
  StarterKit.configure({
    heading: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    undoRedo: false, // the page has one history for all blocks
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
    link: { openOnClick: false, autolink: false, linkOnPaste: false },
  }),
  Tag,
];

interface RichTextProps {
  label: string;
  value: Doc;
  tags: readonly string[];
  direction: 'ltr' | 'rtl';
  onChange: (value: Doc) => void;
}

/** Formatted text with tags. */
export function RichText({ label, value, tags, direction, onChange }: RichTextProps) {
  const emitted = useRef<Doc>(value);
  const report = useRef(onChange);
  report.current = onChange;
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', dir: direction },
      // Formats of other programs are left behind.
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        view.dispatch(view.state.tr.insertText(text.replaceAll('\r', '')));
        return true;
      },
      handleDrop: () => true,
      // Lists have one level, and Tab goes on to the next field.
      handleDOMEvents: { keydown: (_view, event) => event.key === 'Tab' },
    },
    onUpdate: ({ editor: changed }) => {
      emitted.current = changed.getJSON() as Doc;
      report.current(emitted.current);
    },
  });
  useEffect(() => {
    if (value === emitted.current) return;
    emitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className={styles.rich}>
      <Toolbar editor={editor} tags={tags} />
      <EditorContent editor={editor} className={styles.text} />
    </div>
  );
}

function Toolbar({ editor, tags }: { editor: Editor; tags: readonly string[] }) {
  const { t } = useTranslation();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
    }),
  });
  const chain = () => editor.chain().focus();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar is no group of form fields
    <div className={styles.tools} role="group" aria-label={t('emailTemplates.format.label')}>
      <Tool
        icon={IconBold}
        label={t('emailTemplates.format.bold')}
        on={on.bold}
        run={() => chain().toggleBold().run()}
      />
      <Tool
        icon={IconItalic}
        label={t('emailTemplates.format.italic')}
        on={on.italic}
        run={() => chain().toggleItalic().run()}
      />
      <Tool
        icon={IconUnderline}
        label={t('emailTemplates.format.underline')}
        on={on.underline}
        run={() => chain().toggleUnderline().run()}
      />
      <Tool
        icon={IconList}
        label={t('emailTemplates.format.bullets')}
        on={on.bullets}
        run={() => chain().toggleBulletList().run()}
      />
      <Tool
        icon={IconListNumbers}
        label={t('emailTemplates.format.numbers')}
        on={on.numbers}
        run={() => chain().toggleOrderedList().run()}
      />
      <LinkTool editor={editor} />
      <TagMenu tags={tags} onPick={(name) => chain().insertContent({ type: 'tag', attrs: { name } }).run()} />
    </div>
  );
}

interface ToolProps {
  icon: ComponentType<{ size?: number }>;
  label: string;
  on: boolean;
  run: () => void;
}

function Tool({ icon: Icon, label, on, run }: ToolProps) {
  return (
    <ActionIcon aria-label={label} aria-pressed={on} variant={on ? 'light' : 'subtle'} onClick={run}>
      <Icon size={16} />
    </ActionIcon>
  );
}

function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const show = () => {
    setHref(String(editor.getAttributes('link').href ?? ''));
    setOpen(true);
  };
  const apply = () => {
    setOpen(false);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href.trim() === '') chain.unsetLink().run();
    else chain.setLink({ href: href.trim() }).run();
  };
  return (
    <Popover opened={open} onChange={setOpen} trapFocus withRoles={false} position="bottom-start">
      <Popover.Target>
        <ActionIcon
          aria-label={t('emailTemplates.format.link')}
          aria-expanded={open}
          variant="subtle"
          onClick={show}
        >
          <IconLink size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap="xs" align="flex-end">
          <TextInput
            label={t('emailTemplates.field.url')}
            value={href}
            dir="ltr"
            onChange={(event) => setHref(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              apply();
            }}
          />
          <Button onClick={apply}>{t('emailTemplates.format.linkApply')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
