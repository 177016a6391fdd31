/** JSON Schemas of structured results (mcp.md 3.3). */
type OutputSchema = Readonly<Record<string, unknown>>;

export const SEARCH_OUTPUT: OutputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'query', 'results', 'truncated', 'omitted'],
  properties: {
    kind: {
      type: 'string',
      const: 'discovery',
    },
    query: {
      type: 'string',
    },
    truncated: {
      type: 'boolean',
    },
    omitted: {
      type: 'integer',
      minimum: 0,
    },
    results: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'url', 'domain', 'snippet', 'citation_id'],
        properties: {
          title: {
            type: 'string',
            maxLength: 300,
          },
          url: {
            type: 'string',
            maxLength: 4096,
          },
          domain: {
            type: 'string',
            maxLength: 253,
          },
          snippet: {
            type: 'string',
            maxLength: 1024,
          },
          published_at: {
            type: 'string',
            maxLength: 32,
          },
          citation_id: {
            type: 'string',
            pattern: '^source-[0-9]{2}$',
          },
        },
      },
    },
  },
};

export const CAPTURE_OUTPUT: OutputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url', 'final_url', 'title', 'http_status', 'content_type', 'markdown_bytes', 'stash'],
  properties: {
    url: {
      type: 'string',
    },
    final_url: {
      type: 'string',
    },
    title: {
      type: 'string',
      maxLength: 300,
    },
    http_status: {
      type: 'integer',
    },
    content_type: {
      type: 'string',
      maxLength: 256,
    },
    markdown_bytes: {
      type: 'integer',
      minimum: 0,
    },
    stash: {
      type: 'object',
      additionalProperties: false,
      required: [
        'id',
        'name',
        'status',
        'created_at',
        'tags',
        'content_hash',
        'file_count',
        'total_size',
        'index_requested',
        'indexed',
      ],
      properties: {
        id: {
          type: 'string',
          minLength: 1,
        },
        name: {
          type: 'string',
        },
        status: {
          type: 'string',
        },
        created_at: {
          type: 'string',
        },
        expires_at: {
          type: 'string',
        },
        tags: {
          type: 'array',
          maxItems: 20,
          items: {
            type: 'string',
          },
        },
        content_hash: {
          type: 'string',
        },
        file_count: {
          type: 'integer',
          minimum: 0,
        },
        total_size: {
          type: 'integer',
          minimum: 0,
        },
        index_requested: {
          type: 'boolean',
        },
        indexed: {
          type: 'boolean',
        },
        secrets_found: {
          type: 'integer',
          minimum: 0,
        },
        failed: {
          type: 'array',
          maxItems: 16,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['id', 'stage', 'error'],
            properties: {
              id: {
                type: 'string',
              },
              stage: {
                type: 'string',
              },
              error: {
                type: 'string',
              },
            },
          },
        },
      },
    },
  },
};

export const LIST_OUTPUT: OutputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['files'],
  properties: {
    files: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'requests'],
        properties: {
          file: {
            type: 'string',
          },
          requests: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['index', 'name', 'description', 'method', 'line', 'tags'],
              properties: {
                index: {
                  type: 'integer',
                  minimum: 1,
                },
                name: {
                  type: 'string',
                },
                description: {
                  type: 'string',
                },
                method: {
                  type: 'string',
                },
                line: {
                  type: 'integer',
                  minimum: 1,
                },
                tags: {
                  type: 'array',
                  items: {
                    type: 'string',
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

export const VALIDATE_OUTPUT: OutputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['file', 'valid', 'requests', 'errors', 'diagnostics'],
  properties: {
    file: {
      type: 'string',
    },
    valid: {
      type: 'boolean',
    },
    requests: {
      type: 'integer',
      minimum: 0,
    },
    errors: {
      type: 'array',
      items: {
        type: 'string',
      },
    },
    diagnostics: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['line', 'column', 'severity', 'code', 'message'],
        properties: {
          line: {
            type: 'integer',
            minimum: 1,
          },
          column: {
            type: 'integer',
            minimum: 1,
          },
          severity: {
            type: 'string',
            enum: ['error', 'warning'],
          },
          code: {
            type: 'string',
          },
          message: {
            type: 'string',
          },
        },
      },
    },
  },
};
