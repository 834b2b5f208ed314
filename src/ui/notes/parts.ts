/** The parts that write notes, and those for settings and evaluation. Each fetches its view when it's on the page. */
import { Part, type ViewMaker } from '../session/part.ts';
import type { Session } from '../session/session.ts';

/** Also loads the strings that only these parts show: its own, and those with which the session tells what it did. */
abstract class NotesPart extends Part {
  protected override async prepare({ host }: Session): Promise<void> {
    const { includeNotesWords } = await import('../strings/load-notes.ts');
    await Promise.all([includeNotesWords(this.words), includeNotesWords(host.words)]);
  }
}

/**
 * @tagname hybrid-search-editor
 * @summary The form that writes a note.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart field
 * @csspart chip
 * @csspart picture
 * @csspart button
 * @csspart primary
 */
export class HybridSearchEditorElement extends NotesPart {
  protected override async load(): Promise<ViewMaker> {
    const { EditorPanel } = await import('./editor/editor-panel.ts');
    return (part, session) => new EditorPanel(part, session);
  }
}

/**
 * @tagname hybrid-search-import
 * @summary Import of files and folders, and the backup.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart imports
 * @csspart field
 * @csspart bar
 * @csspart button
 * @csspart primary
 */
export class HybridSearchImportElement extends NotesPart {
  protected override async load(): Promise<ViewMaker> {
    const { ImportPanel } = await import('./import/import-panel.ts');
    return (part, session) => new ImportPanel(part, session);
  }
}

/**
 * @tagname hybrid-search-settings
 * @summary Settings: the model, words in pictures, sync, backup, the trash, and deleting all notes.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart trash
 * @csspart text
 * @csspart field
 * @csspart bar
 * @csspart button
 * @csspart primary
 */
export class HybridSearchSettingsElement extends NotesPart {
  protected override async load(): Promise<ViewMaker> {
    const { SettingsPanel } = await import('./settings/settings-panel.ts');
    return (part, session) => new SettingsPanel(part, session);
  }
}

/**
 * @tagname hybrid-search-judge
 * @summary Search quality measured on the user's own questions.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart field
 * @csspart bar
 * @csspart button
 * @csspart primary
 */
export class HybridSearchJudgeElement extends NotesPart {
  protected override async load(): Promise<ViewMaker> {
    const { JudgePanel } = await import('./judge/judge-view.ts');
    return (part, session) => new JudgePanel(part, session);
  }
}
