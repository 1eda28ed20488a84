import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import changelog from '../../../../docs/api-changelog.md?raw';
import { Markdown } from '../../ui/Markdown';
import styles from './ApiDocs.module.css';

/** A part of the changelog: what stands under one heading. */
interface Part {
  title: string;
  text: string;
}

/** Takes the changelog apart at its headings. Lines of a paragraph that were only broken for the file belong together. */
export function readChanges(file: string): Part[] {
  return file.split(/^## /m).map((part, i) => {
    const [first = '', ...rest] = part.split('\n');
    return i === 0 ? { title: '', text: joined([first, ...rest]) } : { title: first, text: joined(rest) };
  });
}

/** Lines that belong together in one, and none of the marks of code, which our Markdown does not know. */
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

/** What changed in the API, as docs/api-changelog.md has it. */
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
