// Markdown whose lines are joined to paragraphs: the rule would take the end of a line for the end of a sentence.
"use strict";

const { parse } = require("@textlint/markdown-to-ast");

function joinLines(node) {
  if (node.type === "Str") {
    node.value = node.value.replace(/\n/g, " ");
  }
  (node.children || []).forEach(joinLines);
}

class UnwrappedMarkdown {
  availableExtensions() {
    return [".md"];
  }

  processor() {
    return {
      preProcess(text) {
        const document = parse(text);
        joinLines(document);
        return document;
      },
      postProcess(messages, filePath) {
        return { messages, filePath: filePath || "<markdown>" };
      },
    };
  }
}

module.exports = { Processor: UnwrappedMarkdown };
