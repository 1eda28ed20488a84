import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';

/** How far a piece of work is, as its address tells. */
export interface TaskProgress {
  state: 'running' | 'done' | 'failed';
  done: number;
  total: number;
}

/** Work that goes on when the page is closed; kept in this browser so that the tray finds it again. */
export interface Task {
  /** The address that is asked how far the work is. */
  url: string;
  /** What is being done, in words: "Publishing 120 credentials". */
  title: string;
  startedAt: number;
  /** Where the result can be seen. */
  to?: string;
  progress?: TaskProgress;
}

interface TaskState {
  tasks: Task[];
  track: (task: Pick<Task, 'url' | 'title' | 'to'>) => void;
  report: (url: string, progress: TaskProgress) => void;
  dismiss: (url: string) => void;
}

const STORAGE_KEY = 'laurel.tasks';

export const useTasks = create<TaskState>()((set, get) => {
  const put = (tasks: Task[]) => {
    set({ tasks });
    writeStored(STORAGE_KEY, tasks.length > 0 ? JSON.stringify(tasks) : null);
  };
  return {
    tasks: stored(),
    track: (task) =>
      put([...get().tasks.filter((other) => other.url !== task.url), { ...task, startedAt: Date.now() }]),
    report: (url, progress) =>
      put(get().tasks.map((task) => (task.url === url ? { ...task, progress } : task))),
    dismiss: (url) => put(get().tasks.filter((task) => task.url !== url)),
  };
});

/** Shows a piece of work in the tray until it is dismissed, also after the page is loaded again. */
export const trackTask = (task: Pick<Task, 'url' | 'title' | 'to'>) => useTasks.getState().track(task);

function stored(): Task[] {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((task): task is Task => typeof task?.url === 'string') : [];
  } catch {
    return [];
  }
}
