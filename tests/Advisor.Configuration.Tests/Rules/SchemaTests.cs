using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Tests;

namespace Advisor.Configuration.Tests.Rules;

/// <summary>Holds the schemas, which are for editors, against the rules that the program reads: with ajv, as an editor would.</summary>
public sealed class SchemaTests
{
    private static readonly (string Name, string Good, string Bad, string Complaint)[] Slips =
    [
        ("capacity/signalr.yaml", "useCase: echo", "useCase: echo\n    comment: fast", "must NOT have additional properties"),
        ("capacity/webpubsub.yaml", "service: webpubsub", "service: chat", "must be equal to one of the allowed values"),
        ("capacity/signalr-2019.yaml", "inboundBytes: bytes per", "inboundBytes: megabytes per", "must be equal to constant"),
        ("skus.yaml", "unitPerDay: 1.61", "unitPerDay: -1.61", "must be >= 0"),
        ("skus.yaml", "currency: USD", "currency: dollars", "must match pattern"),
        ("policy.yaml", "value: 0.70", "value: 70", "must be <= 1"),
        ("policy.yaml", "  staleAfter:", "  staleFrom:", "must NOT have additional properties"),
        ("alerts.yaml", "enter: \"> 1.00\"", "enter: over 1.00", "must match pattern"),
        ("alerts.yaml", "severity: warning", "severity: bad", "must be equal to one of the allowed values"),
        ("alerts.yaml", "unit: rises", "unit: times", "must be equal to constant"),
    ];

    public static bool AjvIsPresent => Ajv.IsPresent;

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task The_schemas_accept_the_rules_and_refuse_a_planted_slip_skipped_where_ajv_is_absent()
    {
        Assert.All(Slips, slip => Assert.Contains(slip.Good, RuleFiles.ReadEmbedded(slip.Name), StringComparison.Ordinal));

        var complaints = await Ajv.ListComplaintsAsync([
            .. RuleFiles.Names.Select(name => CreateCase(name, RuleFiles.ReadEmbedded(name))),
            .. Slips.Select(slip =>
                CreateCase(slip.Name, RuleFiles.ReadEmbedded(slip.Name).Replace(slip.Good, slip.Bad, StringComparison.Ordinal))
            ),
        ]);

        Assert.All(RuleFiles.Names.Zip(complaints), it => Assert.Equal((it.First, ""), (it.First, it.Second)));
        Assert.All(
            Slips.Zip(complaints.Skip(RuleFiles.Names.Count)),
            it => Assert.Contains(it.First.Complaint, it.Second, StringComparison.Ordinal)
        );
    }

    [Fact]
    public void The_schema_of_the_policy_is_made_from_the_settings_that_the_program_reads() =>
        SchemaFile.AssertIsMade("policy.schema.json", schema => schema["properties"]!["settings"] = CreateSettings(PolicySettings.All));

    [Fact]
    public void The_schema_of_the_alerts_is_made_from_the_settings_and_keys_that_the_program_reads() =>
        SchemaFile.AssertIsMade(
            "alerts.schema.json",
            schema =>
            {
                schema["properties"]!["settings"] = CreateSettings(AlertSettings.All);
                var reads = ListReads(RuleFiles.Alerts, AlertReader.Read);
                new SchemaMaker(schema, [reads], isStrict: true).MakeMap(schema["definitions"]!["condition"]!, "conditions[]");
            }
        );

    [Fact]
    public void The_schema_of_the_SKUs_is_made_from_the_keys_that_the_program_reads() =>
        AssertIsMade("skus.schema.json", [ListReads(RuleFiles.Skus, SkuReader.Read)]);

    [Fact]
    public void The_schema_of_the_capacity_tables_is_made_from_the_keys_that_the_program_reads() =>
        AssertIsMade(
            "capacity.schema.json",
            RuleFiles.Capacity.Select(name => ListReads(name, root => CapacityReader.Read(root, Path.GetFileNameWithoutExtension(name))))
        );

    [Theory]
    [InlineData("capacity.schema.json")]
    [InlineData("skus.schema.json")]
    [InlineData("policy.schema.json")]
    [InlineData("alerts.schema.json")]
    [InlineData("advisor.schema.json")]
    public void Every_object_of_a_schema_is_closed(string name) => Assert.Empty(Open(SchemaFile.Read(name), "$"));

    [Theory]
    [InlineData("capacity/signalr.yaml")]
    [InlineData("skus.yaml")]
    [InlineData("policy.yaml")]
    [InlineData("alerts.yaml")]
    public void Every_file_names_its_schema_for_the_editor(string name)
    {
        var first = RuleFiles.ReadEmbedded(name).Split('\n')[0];
        var schema = first.Replace("# yaml-language-server: $schema=", "", StringComparison.Ordinal);

        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(RepositoryFiles.GetPath("rules", name))!, schema)), first);
    }

    private static void AssertIsMade(string schemaName, IEnumerable<IReadOnlyList<KeyRead>> files) =>
        SchemaFile.AssertIsMade(schemaName, schema => new SchemaMaker(schema, files, isStrict: true).MakeMap(schema, ""));

    private static IReadOnlyList<KeyRead> ListReads(string name, Func<MapReader, object?> read)
    {
        var reads = new List<KeyRead>();
        Assert.NotNull(read(MapReader.FromDocument(RuleFiles.ReadEmbedded(name), new ProblemLog(name) { Asked = reads.Add })!));
        return reads;
    }

    private static string GetSchemaName(string name) =>
        name.StartsWith("capacity/", StringComparison.Ordinal)
            ? "capacity.schema.json"
            : Path.GetFileNameWithoutExtension(name) + ".schema.json";

    private static JsonObject CreateSettings<TRules>(IReadOnlyList<NumberSetting<TRules>> settings) =>
        new()
        {
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["required"] = SchemaFile.CreateList(settings.Select(setting => setting.Name)),
            ["properties"] = new JsonObject(settings.Select(setting => KeyValuePair.Create(setting.Name, CreateSetting(setting)))),
        };

    private static JsonNode? CreateSetting<TRules>(NumberSetting<TRules> setting) =>
        new JsonObject
        {
            ["allOf"] = new JsonArray(new JsonObject { ["$ref"] = "#/definitions/setting" }),
            ["properties"] = new JsonObject
            {
                ["unit"] = new JsonObject { ["const"] = setting.Unit },
                ["value"] = new JsonObject { ["minimum"] = setting.Min, ["maximum"] = setting.Max },
            },
        };

    private static IEnumerable<string> Open(JsonNode? node, string path)
    {
        if (
            node is JsonObject map
            && map.ContainsKey("properties")
            && !map.ContainsKey("allOf")
            && map["additionalProperties"]?.GetValueKind() != JsonValueKind.False
        )
        {
            yield return path;
        }

        var children = node switch
        {
            JsonObject o => o.Select(p => (Name: p.Key, p.Value)),
            JsonArray a => a.Select((value, i) => (Name: i.ToString(), Value: value)),
            _ => [],
        };
        // What is compared by "if" is closed by what follows from it.
        foreach (var found in children.Where(child => child.Name != "if").SelectMany(child => Open(child.Value, path + "/" + child.Name)))
        {
            yield return found;
        }
    }

    private static (string SchemaPath, string? Definition, JsonNode? Document) CreateCase(string name, string yaml)
    {
        var log = new ProblemLog(name);
        var document = EditorYaml.ToJson(DocumentParser.Parse(yaml, log)!);
        Assert.Empty(log.All);
        return (RepositoryFiles.GetPath("rules", "schema", GetSchemaName(name)), null, document);
    }
}
