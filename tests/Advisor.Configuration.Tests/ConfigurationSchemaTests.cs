using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Tests;

namespace Advisor.Configuration.Tests;

/// <summary>
/// Holds rules/schema/advisor.schema.json, which is for editors, against the loader: what the schema refuses the loader refuses too, and
/// what the loader refuses the schema refuses as far as a schema can say it. Each file is held against both.
/// </summary>
public sealed partial class ConfigurationSchemaTests : IDisposable
{
    // What only a program knows: one key by another, names that refer to names, time zones, days, and files that are no map at all.
    private static readonly string[] OnlyTheLoader =
    [
        "alias",
        "empty",
        "minimum-above-maximum",
        "minimum-above-an-earlier-maximum",
        "minimum-above-the-default-maximum",
        "malformed",
        "not-a-map",
        "price-currency",
        "price-list",
        "routing-without-default",
        "tabs",
        "twice",
        "unknown-names",
        "unquoted-pattern",
        "unquoted-star",
    ];

    private readonly TemporaryFolder folder = new();

    public static bool AjvIsPresent => Ajv.IsPresent;

    public void Dispose() => folder.Dispose();

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task It_takes_every_file_that_we_show_people_skipped_where_ajv_is_absent()
    {
        string[] shown =
        [
            ConfigurationTemplate.Text,
            ReadUncommented(),
            .. FencePattern()
                .Matches(File.ReadAllText(RepositoryFiles.GetPath("docs", "deploy.md")))
                .Select(match => match.Groups["text"].Value),
            File.ReadAllText(RepositoryFiles.GetPath("tests", "scenarios", "day", "advisor.yaml")),
            // As careless as the loader allows: words of any case, quoted numbers, keys without values.
            "defaults: { mode: AUTO, minUnits: \"2\", allowTierChange: \"true\", team: 7, edition: }\nresources:\nscope: { tags: "
                + "{ a: , b: 1 } }",
            "defaults: { allowTierChange: \"TRUE\", countsServerLeg: True }",
            "scope: { cloud: usgov }",
            "prices: {}",
        ];
        Assert.All(shown, text => Assert.Empty(ConfigurationLoader.Parse(text, RuleSetLoader.Embedded).Problems));

        var (code, output) = await ValidateAsync([.. shown.Select((text, i) => ($"shown{i}", text))]);

        Assert.True(code == 0, output);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task It_refuses_the_bad_files_but_those_that_only_a_program_can_judge_skipped_where_ajv_is_absent()
    {
        var bad = Directory
            .EnumerateFiles(RepositoryFiles.GetPath("tests", "Advisor.Configuration.Tests", "Bad"), "*.yaml")
            .Select(path => (Name: Path.GetFileNameWithoutExtension(path), Text: File.ReadAllText(path)))
            .Where(file => !OnlyTheLoader.Contains(file.Name))
            .ToList();

        var (code, output) = await ValidateAsync(bad);

        Assert.NotEqual(0, code);
        Assert.Equal([], bad.Select(file => file.Name).Where(name => !output.Contains($"{name}.json invalid", StringComparison.Ordinal)));
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task What_it_refuses_the_loader_refuses_skipped_where_ajv_is_absent()
    {
        // One slip each, planted into the template with all examples in use.
        (string Good, string Bad)[] slips =
        [
            ("mode: autoUp", "mode: fast"),
            ("minUnits: 2", "minUnits: 0"),
            ("maxUnits: 50", "maxUnits: lots"),
            ("maxStep: 20", "maxStep: 0"),
            ("leadMinutes: 15", "leadMinutes: -1"),
            ("leadMinutes: 45", "leadMinutes: soon"),
            ("leadMinutes: 60", "leadMinutes: 1441"),
            ("pause: scaleIn", "pause: sideways"),
            ("maxUnits: 10\n", "maxUnits: few\n"),
            ("share: 0.7", "share: 7"),
            ("useCase: broadcast", "useCase: shouting"),
            ("connections: 0.9", "connections: 1.1"),
            ("inbound: 1,", "inbound: 3,"),
            ("serverLoad: 0.7,", "load: 0.7,"),
            ("amount: 2000", "amount: -1"),
            ("currency: EUR }", "currency: euro }"),
            ("billing: dailyPeak", "billing: yearly"),
            ("source: retail", "source: catalogue"),
            ("discount: 12%", "discount: some"),
            ("unit: 1,", ""),
            ("{ days: mon-fri,", "{ days: \"1,15\","),
            ("to: \"18:00\" }", "until: \"18:00\" }"),
            ("to: \"06:00\" }", "until: \"06:00\" }"),
            ("maxOverload: 1%", "maxOverload: 1.5"),
            ("days: mon-fri\n", "days: \"!\"\n"),
            ("trust: full", "trust: half"),
            ("amount: 10,", "amount: -10,"),
            ("share: 5%", "share: some"),
            ("{ amount: 50 }", "{ amounts: 50 }"),
            ("digest: weekly", "digest: hourly"),
            ("digest: 30 7 * * mon,thu", "digest: 30 7 * *"),
            ("maxMessages: 10 per 10m", "maxMessages: 10"),
            ("maxMessages: 30 per 1h", "maxMessages: 0 per 1h"),
            ("from: \"07:45\"", "from: 7.45"),
            ("freeze: true", "frieze: true"),
            ("start: 2027-03-06T17:00+01:00", "start: tomorrow"),
            ("type: teams", "type: telegram"),
            ("address: env:CHAT_ROOM_WEBHOOK", "address: https://example.com/secret"),
            ("port: 587", "port: 70000"),
            ("to: [ops@example.com]", "to: []"),
            ("endpoint: https", "endpoint: ftp"),
            ("pager: critical", "pager: bad"),
            ("channels: [chat-room, pager]", "channels: []"),
            ("maxChangesPerHour: 10", "maxChangesPerHour: 0"),
            ("region: eastus,", "region: East US,"),
            ("units: 1500 }", "units: 0 }"),
            ("name: log", "name: \"a b\""),
            ("routingKey: keyvault:https", "routingKey: keyvault:http"),
            ("startTls: true", "startTls: perhaps"),
            ("signIn: password", "signIn: gmail"),
            ("match: \"chat-*\"", "match: \"\""),
            ("unitPerDay: 1.52,", "unitPerDay: free,"),
            ("day: mon", "day: noday"),
            ("day: 1\n", "day: 29\n"),
            ("at: \"08:00\"", "at: \"24:00\""),
            ("to: [dana@example.com]", "to: [dana]"),
            ("since: 30d", "since: 2w"),
            ("channel: mail #", "chanel: mail #"),
        ];
        var planted = slips
            .Select((slip, i) => (Name: $"slip{i}", Text: ReadUncommented().Replace(slip.Good, slip.Bad, StringComparison.Ordinal), slip))
            .ToList();
        Assert.All(planted, file => Assert.NotEqual(ReadUncommented(), file.Text));
        Assert.All(
            planted,
            file =>
                Assert.True(
                    ConfigurationLoader.Parse(file.Text, RuleSetLoader.Embedded).Problems.Count > 0,
                    $"The loader takes {file.slip}."
                )
        );

        var (_, output) = await ValidateAsync([.. planted.Select(file => (file.Name, file.Text))]);

        Assert.Equal(
            [],
            planted.Where(file => !output.Contains($"{file.Name}.json invalid", StringComparison.Ordinal)).Select(file => file.slip.Bad)
        );
    }

    [Fact]
    public void It_is_made_of_the_keys_that_the_loader_reads_and_of_the_same_settings_for_all_resources_and_for_some()
    {
        // All examples, all prices, and prices without any of one's own.
        string[] texts =
        [
            ReadUncommented(),
            "prices:\n  currency: EUR\n" + string.Concat(RuleSetLoader.Embedded.Catalogs.Select(WritePrices)),
            "prices: { source: list }",
        ];
        var files = texts.Select(ListReads).ToList();

        SchemaFile.AssertIsMade(
            "advisor.schema.json",
            schema =>
            {
                var root = schema["properties"]!;
                var (match, channel) = (
                    root["resources"]!["items"]!["properties"]!["match"]!.DeepClone(),
                    root["channels"]!["items"]!.DeepClone()
                );
                var maker = new SchemaMaker(schema, files);
                maker.MakeMap(schema, "");
                Assert.All(ChannelReader.Types.Keys, type => maker.MakeMap(schema["definitions"]![type + "Channel"]!, type));

                root = schema["properties"]!;
                SetWords(channel["properties"]!["type"], ChannelReader.Types.Keys);
                root["channels"]!["items"] = channel;
                var settings = root["defaults"]!["properties"]!;
                SetWords(settings["edition"], RuleSetLoader.Embedded.Tables.Select(table => table.Edition));
                root["resources"]!["items"]!["properties"] = new JsonObject([
                    KeyValuePair.Create<string, JsonNode?>("match", match),
                    .. settings.AsObject().Select(setting => KeyValuePair.Create(setting.Key, setting.Value?.DeepClone())),
                ]);
            }
        );
    }

    private static string WritePrices(SkuCatalog catalog) =>
        $"  {EnumNames.Services.Single(pair => pair.Value == catalog.Service).Key}:\n"
        + string.Concat(catalog.Skus.Select(sku => $"    {sku.Name}: {{ unitPerDay: 1 }}\n"));

    private static IReadOnlyList<KeyRead> ListReads(string text)
    {
        var reads = new List<KeyRead>();
        Assert.Empty(ConfigurationLoader.Parse(text, RuleSetLoader.Embedded, new ProblemLog("x.yaml") { Asked = reads.Add }).Problems);
        var channels = EditorYaml.ToJson(DocumentParser.Parse(text, new ProblemLog("x.yaml"))!)!["channels"]?.AsArray() ?? [];
        var types = channels.Select(channel => channel!["type"]!.GetValue<string>()).ToList();
        return [.. reads, .. reads.SelectMany(read => FindElsewhere(read, types))];
    }

    // Each type of channel has keys of its own, and one word for its type. The settings of some resources are those of all.
    private static IEnumerable<KeyRead> FindElsewhere(KeyRead read, List<string> types)
    {
        if (read.Map.StartsWith("channels[", StringComparison.Ordinal))
        {
            var type = types[int.Parse(read.Map["channels[".Length..^1])];
            yield return read with
            {
                Map = type,
                Form = read.Key == "type" ? new ValueForm.Words([type]) : read.Form,
            };
        }
        else if (read.Map.StartsWith("defaults", StringComparison.Ordinal))
        {
            yield return read with
            {
                Map = "resources[0]" + read.Map["defaults".Length..],
            };
        }
    }

    // The words for completion, null among them where the key needs no value, and the pattern by which they are read without case.
    private static void SetWords(JsonNode? setting, IEnumerable<string> words)
    {
        var choices = setting!["anyOf"]!;
        var mayBeNull = choices[0]!["enum"]!.AsArray().Contains(null);
        choices[0]!["enum"] = SchemaFile.CreateList(mayBeNull ? words.Append<string?>(null) : words);
        choices[1]!["pattern"] = SchemaFile.CreatePattern(words);
    }

    private Task<(int Code, string Output)> ValidateAsync(IReadOnlyList<(string Name, string Text)> files)
    {
        string FormatFile((string Name, string Text) file) =>
            folder.Write(
                file.Name + ".json",
                EditorYaml.ToJson(DocumentParser.Parse(file.Text, new ProblemLog(file.Name))!)!.ToJsonString()
            );
        return Ajv.ValidateAsync(RepositoryFiles.GetPath("rules", "schema", "advisor.schema.json"), [.. files.Select(FormatFile)]);
    }

    // An example is # and a word, or # and the two spaces that a deeper level of it is indented by.
    private static string ReadUncommented() =>
        string.Join(
            '\n',
            ConfigurationTemplate.Text.Split('\n').Select(line => line is ['#', not ' ', ..] or ['#', ' ', ' ', ..] ? line[1..] : line)
        );

    [GeneratedRegex("```yaml\n(?<text>.*?)```", RegexOptions.ExplicitCapture | RegexOptions.Singleline | RegexOptions.NonBacktracking)]
    private static partial Regex FencePattern();
}
