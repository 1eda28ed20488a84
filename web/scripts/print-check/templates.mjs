import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const templates = join(import.meta.dirname, '../../../internal/design/designs/templates');
const art = join(import.meta.dirname, '../../public/art');

const value = (kind, words) => ({ kind, value: words });
const values = {
  'recipient.name': value('text', 'Maria Fernanda Oliveira Santos'),
  'recipient.email': value('email', 'maria@example.org'),
  'group.course_name': value('text', 'Introduction to Practical Statistics'),
  'group.course_description': value('text', 'Forty hours of classes, exercises and a final examination.'),
  'issuer.name': value('text', 'Northwind Institute of Technology'),
  'credential.grade': value('text', '92'),
  'credential.id': value('text', '48213'),
  'credential.license_id': value('text', 'LX-2026-0042'),
  'credential.issued_on': value('date', '2026-11-21'),
  'credential.expired_on': value('date', '2028-11-21'),
  'credential.url': value('text', 'https://example.org/c/0f8fad5b-d9cb-469f-a165-70867728950e'),
  'credential.uuid': value('text', '0f8fad5b-d9cb-469f-a165-70867728950e'),
};

const images = Object.fromEntries(readdirSync(art).map((file) => [`/art/${file}`, `/art/${file}`]));

/** A picture of each template of the gallery, with the values of one recipient. */
export const templateJobs = readdirSync(templates)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { document: design, slug } = JSON.parse(readFileSync(join(templates, file), 'utf8'));
    return { name: slug, job: { design, lang: design.language, mode: 'picture', title: slug, pages: [{ values }], images } };
  });
