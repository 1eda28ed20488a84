import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import changelog from '../../../../docs/api-changelog.md?raw';
import { Markdown } from '../../ui/Markdown';
import styles from './ApiDocs.module.css';

/** A section of the changelog under one heading. */
interface Part {
  title: string;
  text: string;
}

/** Splits the changelog into sections by heading, and joins the wrapped lines of a paragraph. */
export function readChanges(file: string): Part[] {
  return file.split(/^## /m).map((part, i) => {
    const [first = '', ...rest] = part.split('\n');
    return i === 0 ? { title: '', text: joined([first, ...rest]) } : { title: first, text: joined(rest) };
  });
}

/** Joins wrapped lines, and removes backquotes because the Markdown component has no inline code. */
function joined(lines: string[]): string {
  const begins = (line: string) => line === '' || line.startsWith('- ');
  return lines
    .reduce(
      (text, line) => text + (begins(line) || text === '' || text.endsWith('\n') ? '\n' : ' ') + line.trim(),
      '',
    )
    .replaceAll('`', '');
}

const parts = readChanges(changelog);

/** The API changelog, from docs/api-changelog.md. */
export function Changes() {
  const { t } = useTranslation();
  return (
    <article className={styles.start}>
      <Title order={1} size="h2">
        {t('apiDocs.changes')}
      </Title>
      <div lang="en" dir="ltr" className={styles.changes}>
        {parts.map(({ title, text }) => (
          <section key={title}>
            {title && <h2 className={styles.heading}>{title}</h2>}
            <Markdown text={text} />
          </section>
        ))}
      </div>
    </article>
  );
}
