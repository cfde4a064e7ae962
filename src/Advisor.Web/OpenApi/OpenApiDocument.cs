using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;
using Advisor.Core.Decisions;
using Advisor.Web.Json;
using Microsoft.AspNetCore.WebUtilities;

namespace Advisor.Web.OpenApi;

/// <summary>
/// Builds the OpenAPI 3.1 description of the API from <see cref="ApiOperations"/>; the schemas of answers are those of the types that are
/// written.
/// </summary>
internal static class OpenApiDocument
{
    private const string ProblemName = "ApiProblem";

    private static readonly JsonSchemaExporterOptions Schemas = new()
    {
        TreatNullObliviousAsNonNullable = true,
        TransformSchemaNode = Adapt,
    };

    public static JsonObject Create(IReadOnlyList<ApiOperation> operations, string version)
    {
        var schemas = new JsonObject();
        var paths = new JsonObject();
        foreach (var path in operations.GroupBy(operation => operation.Path, StringComparer.Ordinal))
        {
            var item = new JsonObject();
            foreach (var operation in path)
            {
                item[operation.Method == "GET" ? "get" : "post"] = CreateOperation(operation, schemas);
            }

            paths[path.Key] = item;
        }

        return new JsonObject
        {
            ["openapi"] = "3.1.0",
            ["info"] = new JsonObject
            {
                ["title"] = "Advisor",
                ["version"] = version,
                ["description"] =
                    "Sizes of Azure SignalR and Web PubSub resources. Unknown values are left out; instants are in UTC. "
                    + "A GET also answers HEAD.",
                ["license"] = new JsonObject { ["name"] = "MIT", ["identifier"] = "MIT" },
            },
            ["servers"] = new JsonArray(new JsonObject { ["url"] = "/" }),
            ["paths"] = paths,
            ["components"] = new JsonObject
            {
                ["securitySchemes"] = new JsonObject
                {
                    ["functionKey"] = new JsonObject
                    {
                        ["type"] = "apiKey",
                        ["in"] = "header",
                        ["name"] = "x-functions-key",
                        ["description"] =
                            "Key of the Functions app, or of 'advisor serve --listen'; on its own machine 'advisor serve' needs none.",
                    },
                },
                ["schemas"] = schemas,
            },
        };
    }

    private static JsonObject CreateOperation(ApiOperation operation, JsonObject schemas)
    {
        var node = new JsonObject
        {
            ["operationId"] = operation.Id,
            ["summary"] = operation.Summary,
            ["security"] = IsOpen(operation) ? [] : new JsonArray(new JsonObject { ["functionKey"] = new JsonArray() }, new JsonObject()),
        };
        if (operation.Parameters.Count > 0)
        {
            node["parameters"] = new JsonArray([.. operation.Parameters.Select(CreateParameter)]);
        }

        if (operation.Body is { } body)
        {
            node["requestBody"] = new JsonObject { ["required"] = true, ["content"] = CreateContent("application/json", body.DeepClone()) };
        }

        node["responses"] = CreateResponses(operation, schemas);
        return node;
    }

    private static JsonNode CreateParameter(ApiParameter parameter) =>
        new JsonObject
        {
            ["name"] = parameter.Name,
            ["in"] = parameter.In,
            ["description"] = parameter.Description,
            ["required"] = parameter.IsRequired,
            ["schema"] = parameter.Schema.DeepClone(),
        };

    private static JsonObject CreateResponses(ApiOperation operation, JsonObject schemas)
    {
        var content = new JsonObject();
        foreach (var media in operation.Media)
        {
            var schema = operation switch
            {
                { Answer: { } type } => Refer(type, type.Type.Name, schemas),
                { Schema: { } known } => known.DeepClone(),
                _ => SchemaParts.CreateText(),
            };
            content[media] = new JsonObject { ["schema"] = schema };
        }

        var responses = new JsonObject
        {
            ["200"] = new JsonObject { ["description"] = "The answer.", ["content"] = content },
        };
        if (operation.IsTagged)
        {
            responses["304"] = new JsonObject { ["description"] = "Nothing is new since the ETag in If-None-Match." };
        }

        foreach (var status in operation.Problems)
        {
            responses[status.ToString(CultureInfo.InvariantCulture)] = CreateProblem(ReasonPhrases.GetReasonPhrase(status), schemas);
        }

        // Health answers with its own body while the state is away.
        responses["503"] = IsOpen(operation)
            ? new JsonObject { ["description"] = "Advisor does not work.", ["content"] = content.DeepClone() }
            : CreateProblem("The state store cannot be reached: try again.", schemas);
        return responses;
    }

    private static JsonObject CreateProblem(string description, JsonObject schemas) =>
        new()
        {
            ["description"] = description,
            ["content"] = CreateContent("application/problem+json", Refer(ApiJson.Default.ApiProblem, ProblemName, schemas)),
        };

    private static JsonObject CreateContent(string media, JsonNode schema) => new() { [media] = new JsonObject { ["schema"] = schema } };

    private static JsonObject Refer(JsonTypeInfo type, string name, JsonObject schemas)
    {
        var place = "#/components/schemas/" + name;
        if (schemas[name] is null)
        {
            var schema = type.GetJsonSchemaAsNode(Schemas);
            Anchor(schema, place);
            schemas[name] = schema;
        }

        return new JsonObject { ["$ref"] = place };
    }

    // A schema refers to parts of itself from its own root.
    private static void Anchor(JsonNode? node, string place)
    {
        if (node is JsonArray list)
        {
            foreach (var item in list)
            {
                Anchor(item, place);
            }
        }
        else if (node is JsonObject map)
        {
            foreach (var member in map.ToList())
            {
                if (member is { Key: "$ref", Value: JsonValue target })
                {
                    map["$ref"] = place + ((string)target!)[1..];
                }
                else
                {
                    Anchor(member.Value, place);
                }
            }
        }
    }

    private static bool IsOpen(ApiOperation operation) => operation.Path.StartsWith("/open/", StringComparison.Ordinal);

    // A member that may be null is left out then, so it is not required. An alert has a converter, which has no schema.
    private static JsonNode Adapt(JsonSchemaExporterContext context, JsonNode schema)
    {
        if (context.TypeInfo.Type == typeof(Alert))
        {
            return SchemaParts.CreateObject(
                ["id", "severity", "state"],
                ("id", SchemaParts.CreateText()),
                ("severity", SchemaParts.CreateChoice("info", "warning", "error", "critical")),
                ("state", SchemaParts.CreateChoice("inactive", "pending", "firing", "noData")),
                ("suppressedBy", SchemaParts.CreateText())
            );
        }

        if (schema is JsonObject { } type && type["required"] is JsonArray required && type["properties"] is JsonObject properties)
        {
            var kept = required.Select(name => (string)name!).Where(name => !AllowsNull(properties[name])).ToList();
            type["required"] = new JsonArray([.. kept.Select(name => (JsonNode)JsonValue.Create(name))]);
        }

        return schema;
    }

    private static bool AllowsNull(JsonNode? schema) =>
        schema switch
        {
            JsonObject { } type => type["type"] is JsonArray types && types.Any(name => (string?)name == "null")
                || type["enum"] is JsonArray values && values.Any(value => value is null),
            _ => true,
        };
}
