using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Iac;

/// <summary><c>advisor iac check</c> and <c>advisor iac patch</c>.</summary>
public sealed class IacCommandTests : IDisposable
{
    private const string Template = """
        resource "azurerm_signalr_service" "chat" {
          name = "hot-chat"
          sku {
            name     = "Standard_S1"
            capacity = 2 # units
          }
        }

        resource "azurerm_web_pubsub" "live" {
          name     = "live"
          sku      = "Standard_S1"
          capacity = var.units
        }
        """;

    private const string Report = """
        { "resources": [
          { "id": "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/hot-chat", "name": "hot-chat",
            "sku": "Standard_S1", "units": 5, "targetSku": "Standard_S1", "targetUnits": 9 },
          { "id": "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/WebPubSub/live", "name": "live",
            "sku": "Standard_S1", "units": 3, "targetSku": "Premium_P2", "targetUnits": 200 },
          { "id": "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/gone", "name": "gone",
            "sku": "Standard_S1", "units": 3, "targetSku": null, "targetUnits": null } ] }
        """;

    private readonly TemporaryFolder folder = new();

    public IacCommandTests()
    {
        folder.Write("infra/main.tf", Template + "\n");
        folder.Write("infra/prod.tfvars", "units = 3\n");
        folder.Write("report.json", Report);
    }

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Check_names_what_each_deployment_sets_and_fails_where_it_resets_a_size()
    {
        var run = await RunAsync("check", "infra");

        Assert.Equal((ExitCodes.CheckFailed, ""), (run.ExitCode, run.Error));
        Assert.Equal(
            """
            resets   infra/main.tf:5  hot-chat: each deployment sets 2 units, whatever the size in force
            resets   infra/prod.tfvars:1  live: each deployment sets 3 units, whatever the size in force

            """,
            run.Out
        );
    }

    [Fact]
    public async Task Check_compares_with_the_sizes_in_force()
    {
        var run = await RunAsync("check", "infra", "--report", "report.json", "--output", "json");

        var sizes = JsonDocument.Parse(run.Out).RootElement.GetProperty("sizes");
        Assert.Equal(["resets", "none"], sizes.EnumerateArray().Select(size => size.GetProperty("effect").GetString()));
        Assert.Equal("hot-chat: the next deployment sets 2 units, and scales in from 5 units", sizes[0].GetProperty("text").GetString());
        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
    }

    [Fact]
    public async Task Check_passes_where_the_deployment_passes_the_size()
    {
        folder.Write("infra/prod.tfvars", "");
        folder.Write("infra/main.tf", "variable \"units\" { default = 2 }\n" + Template.Replace("capacity = 2", "capacity = var.chat"));

        var run = await RunAsync("check", "infra");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("depends  infra/main.tf:6  hot-chat: the units come from 'var.chat'; pass those in force", run.Out);
        Assert.Contains("live: each deployment sets 2 units, whatever the size in force, unless it passes 'units'", run.Out);
    }

    [Fact]
    public async Task A_default_that_equals_the_size_in_force_depends_on_the_deployment()
    {
        folder.Write("infra/prod.tfvars", "");
        folder.Write("infra/main.tf", "variable \"units\" { default = 3 }\n" + Template);

        var check = await RunAsync("check", "infra", "--report", "report.json");
        var patch = await RunAsync("patch", "infra", "--resource", "live", "--units", "4");

        Assert.Contains(
            "depends  infra/main.tf:1  live: a deployment sets 3 units, the size in force, unless it passes 'units'\n",
            check.Out
        );
        Assert.Equal("infra/main.tf:1: live 3 -> 4 units (the default of 'units'; a deployment may pass another)\n", patch.Out);
    }

    [Fact]
    public async Task A_module_that_deploys_several_resources_is_checked_and_changed_where_each_is_passed()
    {
        const string Uses =
            "module \"chat\" {\n  source = \"./signalr\"\n  name = \"hot-chat\"\n  units = 2\n}\n"
            + "module \"live\" {\n  source = \"./signalr\"\n  name = \"live\"\n  units = 3\n}\n";
        var main = folder.Write("use/main.tf", Uses);
        folder.Write(
            "use/signalr/main.tf",
            "variable \"name\" {}\nvariable \"units\" {}\n"
                + "resource \"azurerm_signalr_service\" \"this\" {\n  name = var.name\n  sku {\n    capacity = var.units\n  }\n}\n"
        );

        var check = await RunAsync("check", "use");
        var patch = await RunAsync("patch", "use", "--resource", "live", "--units", "4");

        Assert.Equal((ExitCodes.CheckFailed, 2), (check.ExitCode, check.Out.Split("resets ").Length - 1));
        Assert.Equal("use/main.tf:9: live 3 -> 4 units\n", patch.Out);
        Assert.Equal(Uses.Replace("units = 3", "units = 4"), File.ReadAllText(main));
    }

    /// <summary>Each folder uses the next one twice: 2^40 resources, which no time would be enough to list.</summary>
    [Fact]
    public async Task Modules_that_use_one_another_more_often_than_can_be_listed_are_refused()
    {
        const int Levels = 40;
        foreach (var level in Enumerable.Range(0, Levels))
        {
            var use = $"{{ source = \"../m{level + 1}\" }}\n";
            folder.Write($"use/m{level}/main.tf", $"module \"one\" {use}module \"two\" {use}");
        }

        folder.Write($"use/m{Levels}/main.tf", Template);

        var run = await RunAsync("check", "use");

        // The use of m14 is the first below m0 with more than 10,000: 2^14.
        Assert.Equal(
            (
                ExitCodes.InvalidInput,
                "advisor: modules use 'use/m14/main.tf' more than 10,000 times: specify a folder that has fewer of them.\n"
            ),
            (run.ExitCode, run.Error)
        );
    }

    [Fact]
    public async Task A_local_module_outside_of_the_folder_is_read_and_its_own_numbers_stay()
    {
        const string Module =
            "variable \"name\" {}\nvariable \"units\" { default = 2 }\n"
            + "resource \"azurerm_signalr_service\" \"this\" {\n  name = var.name\n  sku {\n    capacity = var.units\n  }\n}\n";
        const string Use = "module \"{0}\" {\n  source = \"../modules/signalr\"\n  name = \"{0}\"\n";
        folder.Write("modules/signalr/main.tf", Module);
        folder.Write("modules/other/main.tf", Template);
        folder.Write("prod/main.tf", Use.Replace("{0}", "chat") + "  units = 3\n}\n" + Use.Replace("{0}", "feed") + "}\n");

        var check = await RunAsync("check", "prod");
        var passed = await RunAsync("patch", "prod", "--resource", "chat", "--units", "4");
        var own = await RunAsync("patch", "prod", "--resource", "feed", "--units", "4");

        Assert.Equal(
            """
            resets   prod/main.tf:4  chat: each deployment sets 3 units, whatever the size in force
            resets   modules/signalr/main.tf:2  feed: each deployment sets 2 units, whatever the size in force

            """,
            check.Out
        );
        Assert.Equal("prod/main.tf:4: chat 3 -> 4 units\n", passed.Out);
        Assert.Equal(
            "not changed: feed to 4 units: its number is in modules/signalr/main.tf, a module that others may use too: "
                + "specify the folder that has them all\n",
            own.Out
        );
        Assert.Equal(Module, File.ReadAllText(Path.Combine(folder.Path, "modules/signalr/main.tf")));
    }

    [Fact]
    public async Task A_module_of_bicep_outside_of_the_folder_is_read()
    {
        folder.Write(
            "modules/chat.bicep",
            "param units int\nresource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {\n  name: 'chat'\n"
                + "  sku: { name: 'Standard_S1', capacity: units }\n}\n"
        );
        folder.Write("modules/all.bicep", "param units int\nmodule chat 'chat.bicep' = {\n  params: { units: units }\n}\n");
        folder.Write(
            "prod/main.bicep",
            "module all '../modules/all.bicep' = {\n  params: { units: 3 }\n}\nmodule gone '../modules/gone.bicep' = {}\n"
                + "module avm 'br/public:avm/res/web/site:1.0.0' = {}\n"
        );

        var check = await RunAsync("check", "prod");

        Assert.Equal("resets   prod/main.bicep:2  chat: each deployment sets 3 units, whatever the size in force\n", check.Out);
    }

    [Fact]
    public async Task Patch_changes_the_number_that_a_module_passes()
    {
        const string Chat =
            "param units int = 2\nresource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {\n  name: 'hot-chat'\n"
            + "  sku: { capacity: units }\n}\n";
        var chat = folder.Write("web/chat.bicep", Chat);
        folder.Write("web/main.bicep", "module chat 'chat.bicep' = {\n  params: { units: 5 }\n}\n");

        var check = await RunAsync("check", "web", "--report", "report.json");
        var patch = await RunAsync("patch", "web", "--report", "report.json");

        Assert.Equal("none     web/main.bicep:2  hot-chat: a deployment sets 5 units, the size in force\n", check.Out);
        Assert.StartsWith("web/main.bicep:2: hot-chat 5 -> 9 units\n", patch.Out);
        Assert.Equal(Chat, File.ReadAllText(chat));
    }

    [Theory]
    [InlineData("\"scaleIn\"", "\"only 1 h of history\"", "only 1 h of history")]
    [InlineData("\"advise\"", "null", "Advisor itself would not make this change")]
    public async Task Patch_writes_no_advisory_recommendation(string action, string reason, string expected)
    {
        folder.Write(
            "report.json",
            Report.Replace("\"targetUnits\": 9", $"\"targetUnits\": 1, \"action\": {action}, \"advisoryReason\": {reason}")
        );

        var run = await RunAsync("patch", "infra/main.tf", "--report", "report.json");

        Assert.StartsWith($"not changed: hot-chat to Standard_S1 x 1: advisory only: {expected}\n", run.Out);
        Assert.Equal(ExitCodes.Partial, run.ExitCode);
        Assert.Equal(Template + "\n", File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf")));
    }

    [Theory]
    [InlineData("capacity = var.chat")]
    [InlineData("capacity = 5\n  }\n  lifecycle {\n    ignore_changes = [sku]")]
    public async Task Patch_leaves_nothing_to_people_where_the_size_stays_and_the_template_states_none(string capacity)
    {
        folder.Write("infra/main.tf", Template.Replace("capacity = 2 # units", capacity));
        folder.Write(
            "report.json",
            Report.Replace("\"targetUnits\": 9", "\"targetUnits\": 5").Replace("Premium_P2", "Standard_S1").Replace("200", "3")
        );

        var run = await RunAsync("patch", "infra", "--report", "report.json");

        Assert.Equal((ExitCodes.Success, "Nothing to change: the templates state the recommended units.\n"), (run.ExitCode, run.Out));
    }

    [Fact]
    public async Task Patch_replaces_a_number_that_is_too_long_for_one()
    {
        folder.Write("infra/main.tf", Template.Replace("capacity = 2", "capacity = 99999999999"));

        var run = await RunAsync("patch", "infra", "--resource", "hot-chat", "--units", "9");

        Assert.Equal((ExitCodes.Success, "infra/main.tf:5: hot-chat 99999999999 -> 9 units\n"), (run.ExitCode, run.Out));
    }

    [Fact]
    public async Task Patch_names_a_resource_that_no_template_has_where_its_size_is_to_change()
    {
        folder.Write(
            "report.json",
            """
            { "resources": [
              { "id": "/x/held", "name": "held", "sku": "Premium_P1", "units": 4, "targetSku": "Premium_P1", "targetUnits": 4 } ] }
            """
        );
        var held = await RunAsync("patch", "infra", "--report", "report.json");
        folder.Write(
            "report.json",
            """
            { "resources": [
              { "id": "/x/rooms", "name": "rooms", "sku": "Standard_S1", "units": 200, "targetSku": "Premium_P2", "targetUnits": 200 } ] }
            """
        );
        var changing = await RunAsync("patch", "infra", "--report", "report.json");

        Assert.Equal((ExitCodes.Success, "Nothing to change: the templates state the recommended units.\n"), (held.ExitCode, held.Out));
        Assert.Equal(
            (ExitCodes.Partial, "not changed: rooms to Premium_P2 x 200: no template has it by this name\n"),
            (changing.ExitCode, changing.Out)
        );
    }

    [Fact]
    public async Task Patch_changes_the_number_and_nothing_else_and_says_what_it_did_not_change()
    {
        var run = await RunAsync("patch", "infra", "--report", "report.json");

        Assert.Equal(
            """
            infra/main.tf:5: hot-chat 2 -> 9 units
            not changed: live to Premium_P2 x 200: the recommendation is of another SKU: change it by hand

            """,
            run.Out
        );
        Assert.Equal(ExitCodes.Partial, run.ExitCode);
        Assert.Equal(
            Template.Replace("capacity = 2 #", "capacity = 9 #") + "\n",
            File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf"))
        );
        Assert.Equal(["main.tf", "prod.tfvars"], Directory.GetFiles(Path.Combine(folder.Path, "infra")).Select(Path.GetFileName).Order());
    }

    public static TheoryData<string, string> TemplatesWithSku { get; } =
        new()
        {
            {
                "main.tf",
                """
                    resource "azurerm_signalr_service" "chat" {
                      name = "hot-chat"
                      sku {
                        name     = "SKU"
                        capacity = 2
                      }
                    }
                    """
            },
            {
                "main.tf",
                """
                    resource "azapi_resource" "chat" {
                      type = "Microsoft.SignalRService/signalR@2024-03-01"
                      name = "hot-chat"
                      body = { sku = { name = "SKU", capacity = 2 } }
                    }
                    """
            },
            {
                "main.bicep",
                """
                    param tier string = 'SKU'
                    resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
                      name: 'hot-chat'
                      sku: { name: tier, capacity: 2 }
                    }
                    """
            },
            {
                "main.bicep",
                """
                    module chat 'br/public:avm/res/signal-r-service/signal-r:0.9.0' = {
                      params: { name: 'hot-chat', sku: 'SKU', capacity: 2 }
                    }
                    """
            },
            {
                "main.json",
                """
                    { "resources": [
                      { "type": "Microsoft.SignalRService/SignalR", "apiVersion": "2024-03-01", "name": "hot-chat",
                        "sku": { "name": "SKU", "capacity": 2 } } ] }
                    """
            },
        };

    [Theory]
    [MemberData(nameof(TemplatesWithSku))]
    public async Task Patch_writes_no_units_of_one_sku_into_a_template_that_states_another(string file, string template)
    {
        // In force is Standard_S1 x 5, and 9 are recommended. Premium_P2 has 100 units or more: a deployment of 9 would fail.
        var path = Path.Combine(folder.Path, "iac", file);
        var report = Report
            .Replace("live", "gone", StringComparison.Ordinal)
            .Replace("200", "3", StringComparison.Ordinal)
            .Replace("Premium_P2", "Standard_S1", StringComparison.Ordinal);
        folder.Write("report.json", report);
        folder.Write("iac/" + file, template.Replace("SKU", "Premium_P2", StringComparison.Ordinal));

        var other = await RunAsync("patch", "iac", "--report", "report.json");

        Assert.Equal(
            (
                ExitCodes.Partial,
                "not changed: hot-chat to Standard_S1 x 9: the template states Premium_P2: change its SKU and units by hand\n"
            ),
            (other.ExitCode, other.Out)
        );
        Assert.Equal(template.Replace("SKU", "Premium_P2", StringComparison.Ordinal), File.ReadAllText(path));
        folder.Write("iac/" + file, template.Replace("SKU", "standard_s1", StringComparison.Ordinal));

        var same = await RunAsync("patch", "iac", "--report", "report.json");

        Assert.Equal((ExitCodes.Success, true), (same.ExitCode, same.Out.EndsWith("hot-chat 2 -> 9 units\n", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(2, "2 units of Premium_P1, and leaves Standard_S1 x 5")]
    [InlineData(5, "5 units of Premium_P1, and leaves Standard_S1 x 5")]
    public async Task Check_compares_the_sku_with_the_one_in_force_also_where_the_units_are_the_same(int units, string sets)
    {
        var template = Template
            .Replace("\"Standard_S1\"\n    capacity", "\"Premium_P1\"\n    capacity", StringComparison.Ordinal)
            .Replace("capacity = 2", $"capacity = {units}", StringComparison.Ordinal);
        folder.Write("iac/main.tf", template);
        folder.Write("iac/prod.tfvars", "units = 3\n");

        var run = await RunAsync("check", "iac", "--report", "report.json");

        Assert.Equal(
            (
                ExitCodes.CheckFailed,
                $"resets   iac/main.tf:5  hot-chat: the next deployment sets {sets}\n"
                    + "none     iac/prod.tfvars:1  live: a deployment sets 3 units, the size in force\n"
            ),
            (run.ExitCode, run.Out)
        );
    }

    [Theory]
    [InlineData("hot-chat", "Standard_S1", 11, "hot-chat: Standard_S1 is not sold with 11 units; the nearest are 10 and 20.")]
    [InlineData("hot-chat", "Standard_S1", 200, "hot-chat: Standard_S1 is not sold with 200 units; the nearest is 100.")]
    [InlineData("hot-chat", "Free_F1", 2, "hot-chat: Free_F1 is not sold with 2 units; the nearest is 1.")]
    [InlineData("hot-chat", "Premium_P2", 9, "hot-chat: Premium_P2 is not sold with 9 units; the nearest is 100.")]
    [InlineData("hot-chat", "${var.sku}", 11, "hot-chat: no SKU is sold with 11 units; the nearest are 10 and 20.")]
    [InlineData("hot-chat", "${var.sku}", 200, null)]
    [InlineData("hot-chat", "Premium_P9", 11, null)]
    public async Task Patch_writes_no_units_that_the_sku_of_the_template_is_not_sold_with(string name, string sku, int units, string? error)
    {
        folder.Write(
            "infra/main.tf",
            Template.Replace("\"Standard_S1\"\n    capacity", $"\"{sku}\"\n    capacity", StringComparison.Ordinal)
        );

        var run = await RunAsync("patch", "infra", "--resource", name, "--units", $"{units}");

        var expected = error is null
            ? (ExitCodes.Success, $"infra/main.tf:5: hot-chat 2 -> {units} units\n", "")
            : (ExitCodes.Usage, "", $"advisor: {error}\n");
        Assert.Equal(expected, (run.ExitCode, run.Out, run.Error));
        Assert.Contains(
            $"capacity = {(error is null ? units : 2)} #",
            await File.ReadAllTextAsync(Path.Combine(folder.Path, "infra/main.tf"))
        );
    }

    [Theory]
    [InlineData("'Premium_P1'", "5", "depends", "5 units of Premium_P1", "'sku'")] // the SKU may be passed, the units are those in force
    [InlineData("'Premium_P1'", "units", "depends", "2 units of Premium_P1", "'sku' and 'units'")]
    [InlineData("'Premium_P1'", "3", "resets", null, null)] // whatever SKU is passed, the units are reset
    [InlineData("'Standard_S1'", "5", "none", null, null)]
    public async Task Check_says_where_a_deployment_may_pass_the_sku(
        string @default,
        string capacity,
        string effect,
        string? sets,
        string? by
    )
    {
        folder.Write(
            "iac/main.bicep",
            $$"""
            param sku string = {{@default}}
            param units int = 2
            resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
              name: 'hot-chat'
              sku: { name: sku, capacity: {{capacity}} }
            }

            """
        );

        var run = await RunAsync("check", "iac", "--report", "report.json");

        var line = capacity == "units" ? 2 : 5;
        var text = (effect, sets) switch
        {
            (_, not null) => $"the next deployment sets {sets}, and leaves Standard_S1 x 5, unless it passes {by}",
            ("resets", _) => "the next deployment sets 3 units, and scales in from 5 units",
            _ => "a deployment sets 5 units, the size in force",
        };
        Assert.Equal(
            (effect == "resets" ? ExitCodes.CheckFailed : ExitCodes.Success, $"{effect, -7}  iac/main.bicep:{line}  hot-chat: {text}\n"),
            (run.ExitCode, run.Out)
        );
    }

    [Theory]
    [InlineData("capacity = var.count", "", "Premium_P1")] // the units are passed, the SKU is not
    [InlineData("capacity = 5", "sku[0].capacity", "Premium_P1")] // the units are left alone, the SKU is not
    [InlineData("", "", "1 unit of Premium_P1")]
    [InlineData("capacity = 5", "sku", null)]
    public async Task Check_sees_that_a_deployment_resets_the_sku_where_it_leaves_the_units(string units, string ignored, string? sets)
    {
        folder.Write(
            "iac/main.tf",
            $$"""
            resource "azurerm_signalr_service" "chat" {
              name = "hot-chat"
              sku {
                name = "Premium_P1"
                {{units}}
              }
              lifecycle {
                ignore_changes = [{{ignored}}]
              }
            }

            """
        );

        var run = await RunAsync("check", "iac", "--report", "report.json");

        Assert.Equal(sets is null ? ExitCodes.Success : ExitCodes.CheckFailed, run.ExitCode);
        Assert.EndsWith(
            sets is null
                ? "hot-chat: a deployment leaves the units alone\n"
                : $"hot-chat: the next deployment sets {sets}, and leaves Standard_S1 x 5\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Patch_of_one_resource_finds_it_by_name_id_or_address_and_once_is_enough()
    {
        foreach (var name in new[] { "LIVE", "azurerm_web_pubsub.live", "/subscriptions/0/resourceGroups/g/providers/x/live" })
        {
            folder.Write("infra/prod.tfvars", "units = 3\n");

            var run = await RunAsync("patch", "infra", "--resource", name, "--units", "20");

            Assert.Equal((ExitCodes.Success, $"infra/prod.tfvars:1: {name} 3 -> 20 units\n"), (run.ExitCode, run.Out));
            Assert.Equal("units = 20\n", File.ReadAllText(Path.Combine(folder.Path, "infra/prod.tfvars")));
        }

        var again = await RunAsync("patch", "infra", "--resource", "live", "--units", "20");
        Assert.Equal((ExitCodes.Success, "Nothing to change: the templates state the recommended units.\n"), (again.ExitCode, again.Out));
    }

    [Fact]
    public async Task Patch_changes_no_file_that_gives_the_template_no_values()
    {
        const string Package = """{ "name": "my-web-app", "config": { "units": 42 } }""";
        const string Chat =
            "param name string = 'chat'\nparam units int = 2\n"
            + "resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {\n  name: name\n  sku: {\n    capacity: units\n  }\n}\n";
        folder.Write("web/chat.bicep", Chat);
        var package = folder.Write("web/package.json", Package);

        var run = await RunAsync("patch", "web", "--resource", "chat", "--units", "9");

        Assert.Equal(
            (ExitCodes.Success, "web/chat.bicep:2: chat 2 -> 9 units (the default of 'units'; a deployment may pass another)\n"),
            (run.ExitCode, run.Out)
        );
        Assert.Equal(Package, File.ReadAllText(package));
    }

    [Fact]
    public async Task A_file_of_values_in_another_folder_is_used_where_it_is_named_and_one_folder_has_templates()
    {
        File.Delete(Path.Combine(folder.Path, "infra/prod.tfvars"));
        folder.Write("env/prod.tfvars", "units = 3\n");
        folder.Write("other/main.tf", "variable \"units\" {}\n");

        var ofFolder = await RunAsync("check", "infra", "env");
        var named = await RunAsync("check", "infra", "env/prod.tfvars");
        var ofTwo = await RunAsync("check", "infra", "other", "env/prod.tfvars");

        Assert.Contains("live: the units come from 'var.units'", ofFolder.Out);
        Assert.Contains("env/prod.tfvars:1  live: each deployment sets 3 units", named.Out);
        Assert.Contains("live: the units come from 'var.units'", ofTwo.Out);
    }

    [Fact]
    public async Task A_signalr_and_a_web_pubsub_resource_of_one_name_are_two()
    {
        const string Provider = "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService";
        const string Two = """
            resource "azurerm_signalr_service" "chat" {
              name = "chat"
              sku {
                name     = "Standard_S1"
                capacity = 2
              }
            }
            resource "azurerm_web_pubsub" "chat" {
              name     = "chat"
              capacity = 5
            }
            """;
        folder.Write("two/main.tf", Two);
        folder.Write(
            "two.json",
            $$"""
            { "resources": [
              { "id": "{{Provider}}/SignalR/chat", "name": "chat",
                "sku": "Standard_S1", "units": 2, "targetSku": "Standard_S1", "targetUnits": 3 },
              { "id": "{{Provider}}/WebPubSub/chat", "name": "chat",
                "sku": "Standard_S1", "units": 5, "targetSku": "Standard_S1", "targetUnits": 4 } ] }
            """
        );

        var check = await RunAsync("check", "two", "--report", "two.json");
        var patch = await RunAsync("patch", "two", "--report", "two.json");
        var one = await RunAsync("patch", "two", "--resource", $"{Provider}/SignalR/chat", "--units", "9");

        Assert.Equal(
            """
            none     two/main.tf:5  chat: a deployment sets 2 units, the size in force
            none     two/main.tf:10  chat: a deployment sets 5 units, the size in force

            """,
            check.Out
        );
        Assert.Equal("two/main.tf:5: chat 2 -> 3 units\ntwo/main.tf:10: chat 5 -> 4 units\n", patch.Out);
        Assert.Equal((ExitCodes.Success, ExitCodes.Success, ExitCodes.Success), (check.ExitCode, patch.ExitCode, one.ExitCode));
        Assert.Equal(
            Two.Replace("capacity = 2", "capacity = 9").Replace("capacity = 5", "capacity = 4"),
            File.ReadAllText(Path.Combine(folder.Path, "two/main.tf"))
        );
    }

    [Fact]
    public async Task A_quoted_number_of_terraform_is_the_number_and_stays_quoted()
    {
        folder.Write("infra/main.tf", Template.Replace("capacity = 2", "capacity = \"2\""));
        folder.Write("infra/prod.tfvars", "units = \"3\" # in production\n");

        var check = await RunAsync("check", "infra", "--report", "report.json");
        var chat = await RunAsync("patch", "infra", "--resource", "hot-chat", "--units", "20");
        var live = await RunAsync("patch", "infra", "--resource", "live", "--units", "4");

        Assert.Equal(
            """
            resets   infra/main.tf:5  hot-chat: the next deployment sets 2 units, and scales in from 5 units
            none     infra/prod.tfvars:1  live: a deployment sets 3 units, the size in force

            """,
            check.Out
        );
        Assert.Equal((ExitCodes.CheckFailed, ExitCodes.Success, ExitCodes.Success), (check.ExitCode, chat.ExitCode, live.ExitCode));
        Assert.Equal(Template.Replace("capacity = 2", "capacity = \"20\""), File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf")));
        Assert.Equal("units = \"4\" # in production\n", File.ReadAllText(Path.Combine(folder.Path, "infra/prod.tfvars")));
    }

    [Fact]
    public async Task A_file_that_is_named_twice_is_read_once()
    {
        var run = await RunAsync("patch", "infra", "./infra/main.tf", "--resource", "hot-chat", "--units", "9");

        Assert.Equal((ExitCodes.Success, "infra/main.tf:5: hot-chat 2 -> 9 units\n"), (run.ExitCode, run.Out));
    }

    [Theory]
    [InlineData("infra")]
    [InlineData(".")]
    [InlineData("./infra/../infra/main.tf")]
    [InlineData("{folder}/infra")]
    [InlineData("link.tf")]
    public async Task A_diff_is_what_git_applies_and_writes_no_file(string path)
    {
        if (path == "link.tf")
        {
            File.CreateSymbolicLink(Path.Combine(folder.Path, path), "infra/main.tf");
        }

        var run = await RunAsync("patch", path.Replace("{folder}", folder.Path), "--resource", "hot-chat", "--units", "9", "--diff");
        Assert.Equal(Template + "\n", File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf")));
        folder.Write("changes.diff", run.Out);

        Assert.Equal(0, await RunGitAsync("init", "--quiet"));
        Assert.Equal(0, await RunGitAsync("apply", "changes.diff"));
        Assert.Equal(
            Template.Replace("capacity = 2 #", "capacity = 9 #") + "\n",
            File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf"))
        );
    }

    [Fact]
    public async Task A_byte_order_mark_stays_and_is_in_the_diff()
    {
        var template = folder.Write("infra/main.tf", "\uFEFF" + Template + "\n");
        var number = new[] { "patch", "infra", "--resource", "hot-chat", "--units", "9" };

        // The mark stands in the first line, which is among the three before the number.
        folder.Write("infra/main.tf", "\uFEFF" + Template.Replace("  name = \"hot-chat\"\n", "") + "\n");
        var diff = await RunAsync("patch", "infra", "--resource", "azurerm_signalr_service.chat", "--units", "9", "--diff");
        folder.Write("changes.diff", diff.Out);
        Assert.Equal((0, 0), (await RunGitAsync("init", "--quiet"), await RunGitAsync("apply", "changes.diff")));
        Assert.Contains("capacity = 9 #", File.ReadAllText(template));

        folder.Write("infra/main.tf", "\uFEFF" + Template + "\n");
        await RunAsync(number);
        Assert.Equal(
            "\uFEFF" + Template.Replace("capacity = 2 #", "capacity = 9 #") + "\n",
            Encoding.UTF8.GetString(File.ReadAllBytes(template))
        );
    }

    [Theory]
    [InlineData("utf-16", "")]
    [InlineData("utf-16", "--diff")]
    [InlineData("iso-8859-1", "")] // 0xE9 alone is no character of UTF-8
    public async Task A_template_that_is_not_utf8_is_checked_and_left_as_it_is(string encoding, string option)
    {
        var template = Path.Combine(folder.Path, "infra/main.tf");
        File.WriteAllText(template, Template + "# caf\u00E9\n", Encoding.GetEncoding(encoding));
        var before = File.ReadAllBytes(template);

        var check = await RunAsync("check", "infra");
        var run = await RunAsync([
            "patch",
            "infra",
            "--resource",
            "hot-chat",
            "--units",
            "9",
            .. option.Length > 0 ? [option] : Array.Empty<string>(),
        ]);

        Assert.Contains("infra/main.tf:5  hot-chat: each deployment sets 2 units", check.Out);
        Assert.Equal((ExitCodes.InvalidInput, ""), (run.ExitCode, run.Out));
        Assert.Contains("'infra/main.tf' is not UTF-8: save it as UTF-8, or change its number by hand.", run.Error);
        Assert.Equal(before, File.ReadAllBytes(template));
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_leaves_the_others_as_they_were()
    {
        // No file beside it can have a longer name: names have up to 255 characters.
        var name = $"infra/{new string('z', 255 - ".tfvars".Length)}.tfvars";
        var values = folder.Write(name, "units = 3\n");
        File.Delete(Path.Combine(folder.Path, "infra/prod.tfvars"));
        folder.Write("report.json", Report.Replace("\"Premium_P2\", \"targetUnits\": 200", "\"Standard_S1\", \"targetUnits\": 4"));

        var run = await RunAsync("patch", "infra", "--report", "report.json");

        Assert.Equal((ExitCodes.InvalidInput, ""), (run.ExitCode, run.Out));
        Assert.Contains("zzz.tfvars' cannot be written (", run.Error);
        Assert.EndsWith("no template was changed.\n", run.Error);
        Assert.Equal(Template + "\n", File.ReadAllText(Path.Combine(folder.Path, "infra/main.tf")));
        Assert.Equal("units = 3\n", File.ReadAllText(values));
        Assert.Equal(2, Directory.GetFileSystemEntries(Path.Combine(folder.Path, "infra")).Length);
    }

    [Fact]
    public async Task Files_beside_the_template_stay_whatever_their_names()
    {
        var own = folder.Write("infra/main.tf.advisor", "mine");
        Directory.CreateDirectory(Path.Combine(folder.Path, "infra/prod.tfvars.advisor"));

        var chat = await RunAsync("patch", "infra", "--resource", "hot-chat", "--units", "9");
        var live = await RunAsync("patch", "infra", "--resource", "live", "--units", "4");

        Assert.Equal((ExitCodes.Success, ExitCodes.Success), (chat.ExitCode, live.ExitCode));
        Assert.Equal("mine", File.ReadAllText(own));
        Assert.Equal(4, Directory.GetFileSystemEntries(Path.Combine(folder.Path, "infra")).Length);
    }

    [Fact]
    public async Task A_symbolic_link_stays_one_and_the_file_keeps_its_permissions()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("permissions of Unix");
            return;
        }

        const UnixFileMode Mode = (UnixFileMode)0b111_101_101; // executable, which no new file is
        var (template, link) = (Path.Combine(folder.Path, "infra/main.tf"), Path.Combine(folder.Path, "link.tf"));
        File.SetUnixFileMode(template, Mode);
        File.CreateSymbolicLink(link, "infra/main.tf");

        var run = await RunAsync("patch", "link.tf", "--resource", "hot-chat", "--units", "9");

        Assert.Equal((ExitCodes.Success, "link.tf:5: hot-chat 2 -> 9 units\n"), (run.ExitCode, run.Out));
        Assert.Equal("infra/main.tf", new FileInfo(link).LinkTarget);
        Assert.Equal(Template.Replace("capacity = 2 #", "capacity = 9 #") + "\n", File.ReadAllText(template));
        Assert.Equal(Mode, File.GetUnixFileMode(template));
    }

    [Fact]
    public async Task A_value_that_two_resources_share_is_not_changed()
    {
        folder.Write("infra/main.tf", Template.Replace("capacity = 2", "capacity = var.units"));

        var run = await RunAsync("patch", "infra", "--resource", "live", "--units", "4");

        Assert.Equal(
            (ExitCodes.Partial, "not changed: live to 4 units: another resource takes its units from the same value\n"),
            (run.ExitCode, run.Out)
        );
        Assert.Equal("units = 3\n", File.ReadAllText(Path.Combine(folder.Path, "infra/prod.tfvars")));
    }

    [Theory]
    [InlineData("capacity = var.units", 3)]
    [InlineData("", 1)] // what Azure takes where none are stated
    public async Task Patch_leaves_nothing_to_people_where_a_shared_or_unstated_size_stays(string capacity, int units)
    {
        folder.Write("infra/main.tf", Template.Replace("capacity = 2", capacity));
        folder.Write(
            "stays.json",
            $$"""
            { "resources": [
              { "id": "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/hot-chat", "name": "hot-chat",
                "sku": "Standard_S1", "units": {{units}}, "targetSku": "Standard_S1", "targetUnits": {{units}} } ] }
            """
        );

        var run = await RunAsync("patch", "infra", "--report", "stays.json");

        Assert.Equal((ExitCodes.Success, "Nothing to change: the templates state the recommended units.\n"), (run.ExitCode, run.Out));
    }

    [Theory]
    [InlineData("main.bicep", "@allowed([\n  1\n  2\n  5\n])\nparam units int = 2", "'units' may be 1, 2 or 5 only")]
    [InlineData("main.bicep", "@allowed([1, 2, 4])\nparam units int = 2", null)]
    [InlineData("main.bicep", "@minValue(5)\n@description('1')\nparam units int = 2", "'units' is at least 5")]
    [InlineData("main.bicep", "@maxValue(3)\nparam units int", "'units' is at most 3")]
    [InlineData("main.json", "\"allowedValues\": [1, 2, 5]", "'units' may be 1, 2 or 5 only")]
    [InlineData("main.json", "\"minValue\": 1, \"maxValue\": 3", "'units' is at most 3")]
    [InlineData("main.tf", "contains([1, 2, 5], var.units)", "'units' may be 1, 2 or 5 only")]
    [InlineData("main.tf", "contains([1, 2, 4], var.units)", null)]
    [InlineData("main.tf", "var.units > 2 || var.units == 1", null)] // an expression is not evaluated
    [InlineData("main.tf", "!contains([4], var.units)", null)]
    public async Task Patch_sets_no_number_that_the_parameter_may_not_be(string file, string declared, string? problem)
    {
        folder.Write(
            $"limited/{file}",
            file switch
            {
                "main.json" => $$"""
                { "parameters": { "units": { "type": "int", "defaultValue": 2, {{declared}} } },
                  "resources": [
                    { "type": "Microsoft.SignalRService/signalR", "apiVersion": "2024-03-01", "name": "chat",
                      "sku": { "name": "Standard_S1", "capacity": "[parameters('units')]" } } ] }
                """,
                "main.tf" => $$"""
                variable "units" {
                  default = 2
                  validation {
                    condition     = {{declared}}
                    error_message = "Units."
                  }
                }
                resource "azurerm_web_pubsub" "chat" {
                  name     = "chat"
                  capacity = var.units
                }
                """,
                _ => $$"""
                {{declared}}
                resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
                  name: 'chat'
                  sku: { name: 'Standard_S1', capacity: units }
                }
                """,
            }
        );
        folder.Write("limited/main.bicepparam", "using 'main.bicep'\nparam units = 2\n");

        var run = await RunAsync("patch", "limited", "--resource", "chat", "--units", "4");

        Assert.Equal(problem is null ? ExitCodes.Success : ExitCodes.Partial, run.ExitCode);
        Assert.Contains(
            problem is null ? ": chat 2 -> 4 units" : $"not changed: chat to 4 units: {problem}: change that by hand as well\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("resource \"azurerm_service_plan\" \"web\" {\n  worker_count = var.units\n}\n", "units", 2)]
    [InlineData("module \"web\" {\n  source = \"./web\"\n  workers = var.units * 2\n}\n", "units", 3)]
    [InlineData("locals {\n  workers = \"${var.units}\"\n}\n", "units", 2)]
    [InlineData("output \"units\" {\n  value = var.units\n}\n", null, 0)]
    [InlineData("variable \"units\" {\n  validation {\n    condition = var.units > 0\n  }\n}\n", null, 0)]
    [InlineData("locals {\n  workers = var.units_max + local.units + module.x.var.units-min\n}\n", null, 0)]
    public async Task Patch_changes_no_value_that_something_else_takes_too(string other, string? name, int line)
    {
        folder.Write("infra/web.tf", other);

        var run = await RunAsync("patch", "infra", "--resource", "live", "--units", "4");

        Assert.Equal(
            name is null
                ? (ExitCodes.Success, "infra/prod.tfvars:1: live 3 -> 4 units\n")
                : (ExitCodes.Partial, $"not changed: live to 4 units: infra/web.tf:{line} takes '{name}' too: change it by hand\n"),
            (run.ExitCode, run.Out)
        );
    }

    /// <summary>Another part of the object is another number: only what takes the same part, or the whole, shares it.</summary>
    [Theory]
    [InlineData("var.sizes[\"web\"]", false)]
    [InlineData("var.sizes.web", false)]
    [InlineData("var.sizes[\"live\"]", true)]
    [InlineData("var.sizes.live", true)]
    [InlineData("var.sizes[each.key]", true)]
    public async Task Patch_changes_one_part_of_an_object_by_its_index(string other, bool isShared)
    {
        var main = folder.Write(
            "use/main.tf",
            $$"""
            variable "sizes" { default = { live = 3, web = 2 } }
            resource "azurerm_web_pubsub" "live" {
              name     = "live"
              capacity = var.sizes["live"]
            }
            resource "azurerm_service_plan" "web" {
              worker_count = {{other}}
            }
            """
        );

        var run = await RunAsync("patch", "use", "--resource", "live", "--units", "4");

        Assert.Equal(isShared ? ExitCodes.Partial : ExitCodes.Success, run.ExitCode);
        Assert.Contains(isShared ? "live = 3, web = 2" : "live = 4, web = 2", File.ReadAllText(main), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("main.bicep", "param units int = 2", "units", "name: 'p${units}'", true)]
    [InlineData("main.bicep", "var all = { capacity: 2, name: 'Standard_S1' }", "all.capacity", "sku: all", true)]
    [InlineData("main.bicep", "var all = { capacity: 2, name: 'Standard_S1' }", "all.capacity", "sku: { name: all.name }", false)]
    [InlineData("main.bicep", "param units int = 2", "units", "units: 'units'", false)]
    [InlineData("main.json", "\"u\": 2", "\"[variables('u')]\"", "\"properties\": { \"workers\": \"[mul(variables('u'), 2)]\" }", true)]
    [InlineData("main.json", "\"u\": 2", "\"[variables('u')]\"", "\"properties\": { \"workers\": \"[parameters('u')]\" }", false)]
    public async Task Patch_changes_no_value_of_bicep_or_arm_that_something_else_takes_too(
        string file,
        string declared,
        string capacity,
        string other,
        bool isShared
    )
    {
        folder.Write(
            $"infra/{file}",
            file.EndsWith(".json", StringComparison.Ordinal)
                ? $$"""
                { "variables": { {{declared}} },
                  "resources": [
                    { "type": "Microsoft.SignalRService/signalR", "apiVersion": "2024-03-01", "name": "chat",
                      "tags": { "units": {{capacity}} }, "sku": { "name": "Standard_S1", "capacity": {{capacity}} } },
                    { "type": "Microsoft.Web/serverfarms", "apiVersion": "2024-04-01", "name": "web", {{other}} } ] }
                """
                : $$"""
                {{declared}}
                resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
                  name: 'chat'
                  tags: { units: {{capacity}} }
                  sku: { name: 'Standard_S1', capacity: {{capacity}} }
                }
                resource web 'Microsoft.Web/serverfarms@2024-04-01' = {
                  {{other}}
                }
                """
        );

        var run = await RunAsync("patch", $"infra/{file}", "--resource", "chat", "--units", "4");

        Assert.Equal(isShared ? ExitCodes.Partial : ExitCodes.Success, run.ExitCode);
        Assert.Contains(isShared ? " too: change it by hand" : "chat 2 -> 4 units", run.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        ExitCodes.NotFound,
        "no template has it by this name. They have hot-chat, live.",
        "infra",
        "--resource",
        "x",
        "--units",
        "4"
    )]
    [InlineData(ExitCodes.Usage, "--resource and --units belong together", "infra", "--units", "4")]
    [InlineData(ExitCodes.Usage, "specify either --report FILE, or --resource", "infra")]
    [InlineData(ExitCodes.Usage, "'report.txt' is none of .tf, .tfvars", "report.txt", "--report", "report.json")]
    [InlineData(ExitCodes.InvalidInput, "file 'absent.tf' not found", "absent.tf", "--report", "report.json")]
    [InlineData(ExitCodes.InvalidInput, "'infra/main.tf' is no report", "infra", "--report", "infra/main.tf")]
    public async Task A_wrong_request_is_one_line(int exitCode, string message, params string[] args)
    {
        var run = await RunAsync(["patch", .. args]);

        Assert.Equal((exitCode, ""), (run.ExitCode, run.Out));
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.Error.Count(character => character == '\n'));
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(["iac", .. args], cli => cli with { Folder = folder.Path }, TestContext.Current.CancellationToken);

    private async Task<int> RunGitAsync(params string[] args)
    {
        using var git = Process.Start(new ProcessStartInfo("git", args) { WorkingDirectory = folder.Path })!;
        await git.WaitForExitAsync(TestContext.Current.CancellationToken);
        return git.ExitCode;
    }
}
