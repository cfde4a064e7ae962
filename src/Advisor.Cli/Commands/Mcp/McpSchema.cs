using System.CommandLine;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Cli.Commands.Completion;
using ModelContextProtocol.Protocol;

namespace Advisor.Cli.Commands.Mcp;

/// <summary>Describes the tools to an assistant, with the descriptions that the options of their commands have.</summary>
internal static class McpSchema
{
    public static IList<Tool> CreateTools(CliContext cli)
    {
        var root = RootCommandFactory.Create(cli);
        return
        [
            .. McpTool.All.Select(tool => new Tool
            {
                Name = tool.Name,
                Description = tool.Text,
                InputSchema = CreateInput(tool, root.Subcommands.Single(command => command.Name == tool.Command)),
                Annotations = new ToolAnnotations { ReadOnlyHint = true, OpenWorldHint = tool.ReadsFleet },
            }),
        ];
    }

    private static JsonElement CreateInput(McpTool tool, Command command)
    {
        var properties = new JsonObject();
        foreach (var argument in tool.Arguments)
        {
            var option = command.Options.Single(known => known.Name == argument.Option);
            properties[argument.Name] = CreateProperty(option, argument.Text ?? option.Description!);
        }

        var schema = new JsonObject
        {
            ["type"] = "object",
            ["properties"] = properties,
            ["required"] = new JsonArray([
                .. tool.Arguments.Where(argument => argument.IsRequired).Select(argument => (JsonNode)argument.Name),
            ]),
            ["additionalProperties"] = false,
        };
        return JsonElement.Parse(schema.ToJsonString());
    }

    private static JsonObject CreateProperty(Option option, string text)
    {
        var property = new JsonObject();
        if (option.ValueType.IsArray)
        {
            property["type"] = "array";
            property["items"] = new JsonObject { ["type"] = "string" };
        }
        else
        {
            var type = Nullable.GetUnderlyingType(option.ValueType) ?? option.ValueType;
            property["type"] =
                type == typeof(int) ? "integer"
                : type == typeof(double) ? "number"
                : "string";
            if (
                property["type"]!.GetValue<string>() == "string"
                && CompletionTree.ListValues(option) is { Count: > 0 } values
                && type.IsEnum
            )
            {
                property["enum"] = new JsonArray([.. values.Select(value => (JsonNode)value)]);
            }
        }

        property["description"] = text;
        return property;
    }
}
