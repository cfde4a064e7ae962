using System.Text.RegularExpressions;
using Advisor.Cli.Commands.Iac;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Iac;

/// <summary>The resources and units that templates state, however they state them.</summary>
public sealed partial class DeclaredSizesTests
{
    [Theory]
    [InlineData("sku[0].capacity")]
    [InlineData("sku")]
    [InlineData("tags, sku[0]")]
    [InlineData("sku.0.capacity, tags")]
    public void What_terraform_ignores_a_deployment_leaves_alone(string ignored)
    {
        var size = FindOne(
            "main.tf",
            $$"""
            resource "azurerm_signalr_service" "chat" {
              name = "chat"
              sku {
                name     = "Standard_S1"
                capacity = 2
              }
              lifecycle { ignore_changes = [{{ignored}}] }
            }
            """
        );

        Assert.Equal(
            ("chat", "azurerm_signalr_service.chat", 2, 5, true),
            (size.Name, size.Address, size.Units, size.Line, size.IsIgnored)
        );
    }

    [Theory]
    [InlineData("[sku]", false)]
    [InlineData("[tags]", false)]
    [InlineData("[capacity]", true)]
    [InlineData("all", true)]
    public void The_units_of_web_pubsub_stand_beside_its_sku(string ignored, bool isIgnored)
    {
        var size = FindOne(
            "main.tf",
            $$"""
            resource "azurerm_web_pubsub" "live" {
              name     = "live"
              sku      = "Standard_S1"
              capacity = 5

              lifecycle {
                ignore_changes = {{ignored}}
              }
            }
            """
        );

        Assert.Equal((5, isIgnored), (size.Units, size.IsIgnored));
    }

    [Fact]
    public void A_web_pubsub_for_socket_io_has_the_units_in_a_block_as_signalr_has()
    {
        var size = FindOne(
            "main.tf",
            """
            resource "azurerm_web_pubsub_socketio" "game" {
              name = "game"
              sku {
                name     = "Premium_P1"
                capacity = 3
              }
              lifecycle { ignore_changes = [sku[0].capacity] }
            }
            """
        );

        Assert.Equal(("azurerm_web_pubsub_socketio.game", 3, true), (size.Address, size.Units, size.IsIgnored));
    }

    [Theory]
    [InlineData("7", 7, null)]
    [InlineData("sku.value.units", null, "sku.value.units")]
    public void A_dynamic_block_has_the_units_in_its_content(string capacity, int? units, string? expression)
    {
        var size = FindOne(
            "main.tf",
            $$"""
            resource "azurerm_signalr_service" "chat" {
              name = "chat"
              dynamic "sku" {
                for_each = [var.sku]
                content {
                  name     = "Standard_S1"
                  capacity = {{capacity}}
                }
              }
            }
            """
        );

        Assert.Equal((units, expression), (size.Units, size.Expression));
    }

    [Fact]
    public void A_replica_has_the_name_that_reports_have()
    {
        const string name = "  name: 'east'\n  sku: {\n    capacity: 3\n  }\n}\n";
        var bicep = Find(
            (
                "main.bicep",
                "resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {\n  name: 'sr-chat'\n  sku: {\n    capacity: 2\n  }\n}\n"
                    + $"resource east 'Microsoft.SignalRService/signalR/replicas@2024-03-01' = {{\n  parent: chat\n{name}"
                    + $"resource far 'Microsoft.SignalRService/signalR/replicas@2024-03-01' = {{\n  parent: elsewhere\n{name}"
            )
        );

        Assert.Equal([("sr-chat", 2), ("sr-chat/east", 3), (null, 3)], bicep.Select(size => (size.Name, size.Units ?? 0)));
        Assert.True(bicep[1].Matches("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/sr-chat/replicas/east"));
        Assert.Equal([false, true, false], bicep.Select(size => size.Matches("SR-chat/east")));
        Assert.Equal([false, false, false], bicep.Select(size => size.Matches("far/sr-chat")));
    }

    [Theory]
    [InlineData("resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {", "replicas@2024-03-01", "sr-chat/east")]
    [InlineData("resource live 'Microsoft.SignalRService/webPubSub@2024-03-01' = if (true) {", "replicas", "sr-chat/east")]
    [InlineData("resource chat 'Microsoft.SignalRService/signalR@2024-03-01' existing = {", "replicas@2024-03-01", "sr-chat/east")]
    [InlineData("resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {", "sharedPrivateLinkResources@2024-03-01", null)]
    [InlineData("resource cache 'Microsoft.ContainerRegistry/registries@2023-07-01' = {", "replicas@2024-03-01", null)]
    public void A_replica_in_the_body_of_its_resource_has_its_name(string resource, string type, string? expected)
    {
        var sizes = Find(
            (
                "main.bicep",
                $$"""
                {{resource}}
                  name: 'sr-chat'
                  sku: {
                    name: 'Premium_P1'
                    capacity: 2
                  }

                  @description('Second region')
                  resource east '{{type}}' = {
                    name: 'east'
                    sku: {
                      name: 'Premium_P1'
                      capacity: 5
                    }
                  }
                }
                """
            )
        );

        Assert.Equal(
            expected is null ? [] : [(expected, 5, 13, false)],
            sizes.Where(size => size.Address == "east").Select(size => (size.Name, size.Units ?? 0, size.Line, size.IsIgnored))
        );
    }

    [Fact]
    public void A_replica_among_the_resources_of_its_resource_has_its_name()
    {
        const string Template = """
            { "parameters": { "name": { "defaultValue": "sr-chat" } },
              "resources": [
                { "type": "Microsoft.SignalRService/SignalR", "apiVersion": "2024-03-01", "name": "[parameters('name')]",
                  "sku": { "name": "Premium_P1", "capacity": 2 },
                  "resources": [
                    { "type": "replicas", "apiVersion": "2024-03-01", "name": "east", "sku": { "name": "Premium_P1", "capacity": 5 } },
                    { "type": "other", "apiVersion": "2024-03-01", "name": "x", "sku": { "capacity": 6 } } ] } ] }
            """;

        Assert.Equal([("sr-chat", 2), ("sr-chat/east", 5)], Find(("main.json", Template)).Select(size => (size.Name, size.Units ?? 0)));
    }

    [Fact]
    public void A_replica_of_an_existing_resource_has_its_name()
    {
        var size = FindOne(
            "main.bicep",
            "resource chat 'Microsoft.SignalRService/signalR@2024-03-01' existing = {\n  name: 'sr-chat'\n}\n"
                + "resource east 'Microsoft.SignalRService/signalR/replicas@2024-03-01' = {\n  parent: chat\n  name: 'east'\n}\n"
        );

        Assert.Equal("sr-chat/east", size.Name);
    }

    [Fact]
    public void A_replica_of_terraform_has_the_name_of_its_resource_in_the_same_folder()
    {
        var sizes = Find(
            ("infra/chat.tf", "resource \"azurerm_web_pubsub\" \"live\" {\n name = \"wps-live\"\n capacity = 2\n}\n"),
            (
                "infra/east.tf",
                """
                resource "azapi_resource" "east" {
                  type      = "Microsoft.SignalRService/webPubSub/replicas@2024-03-01"
                  parent_id = azurerm_web_pubsub.live.id
                  name      = "east"
                  body      = { sku = { name = "Premium_P1", capacity = 4 } }
                }
                """
            )
        );

        Assert.Equal([("wps-live", 2), ("wps-live/east", 4)], sizes.Select(size => (size.Name, size.Units ?? 0)));
    }

    [Theory]
    [InlineData("@onlyIfNotExists()", true)]
    [InlineData("@description('Sends to all.')\n@onlyIfNotExists()\n@batchSize(1)", true)]
    [InlineData("@description('onlyIfNotExists')", false)]
    [InlineData("@onlyIfNotExists()\nresource other 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n}", false)]
    public void What_bicep_creates_once_a_deployment_leaves_alone(string before, bool isIgnored)
    {
        var size = FindOne(
            "main.bicep",
            $$"""
            {{before}}
            resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
              name: 'chat'
              sku: {
                name: 'Standard_S1'
                capacity: 2
              }
            }
            """
        );

        Assert.Equal((2, isIgnored), (size.Units, size.IsIgnored));
    }

    [Theory]
    [InlineData("br/public:avm/res/signal-r-service/signal-r:0.10.0", "capacity: 4", 4)]
    [InlineData("br:mcr.microsoft.com/bicep/avm/res/signal-r-service/web-pub-sub:0.7.0", "", 1)] // the default of the module
    public void A_module_of_azure_has_the_units_in_its_parameters(string module, string capacity, int units)
    {
        var size = FindOne(
            "main.bicep",
            $$"""
            module live '{{module}}' = {
              name: 'deploy-live'
              params: {
                name: 'live'
                sku: 'Standard_S1'
                {{capacity}}
              }
            }
            """
        );

        Assert.Equal(("live", "live", units), (size.Name, size.Address, size.Units));
    }

    [Theory]
    [InlineData("body = { sku = { name = \"Standard_S1\", capacity = 4 } }")]
    [InlineData("body = jsonencode({\n  sku = {\n    \"name\" : \"Standard_S1\"\n    \"capacity\" : 4\n  }\n})")]
    public void Azapi_has_the_units_in_its_body(string body)
    {
        var size = FindOne(
            "main.tf",
            "resource \"azapi_resource\" \"ticker\" {\n type = \"microsoft.signalrservice/SIGNALR@2024-03-01\"\n"
                + $" name = \"ticker\"\n {body}\n}}"
        );

        Assert.Equal(("ticker", 4, false), (size.Name, size.Units, size.IsIgnored));
    }

    [Theory]
    [InlineData("sku: sku", "sku")]
    [InlineData("sku: prod ? { name: 'Premium_P1', capacity: 5 } : { name: 'Standard_S1', capacity: 2 }", "prod?{}:{}")]
    [InlineData("sku: union({ name: 'Standard_S1', capacity: 5 }, { capacity: 2 })", "union({},{})")]
    [InlineData("sku: { name: 'Standard_S1', ...units }", "...units")]
    [InlineData("sku: { ...sku }", "...sku")]
    public void A_sku_of_bicep_that_is_computed_is_not_known(string sku, string expression) =>
        AssertNotKnown(expression, "main.bicep", $"resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {{\n  {sku}\n}}\n");

    [Fact]
    public void A_sku_of_arm_that_is_computed_is_not_known() =>
        AssertNotKnown(
            "'[parameters('sku')]'",
            "main.json",
            """
            { "resources": [
                { "type": "Microsoft.SignalRService/signalR", "apiVersion": "2024-03-01", "name": "chat", "sku": "[parameters('sku')]" } ] }
            """
        );

    [Theory]
    [InlineData("body = { sku = var.sku }", "var.sku")]
    [InlineData("body = local.body", "local.body")]
    [InlineData("body = var.prod ? { sku = { capacity = 5 } } : { sku = { capacity = 2 } }", "var.prod?{}:{}")]
    [InlineData("body = { sku = merge({ capacity = 1 }, { capacity = 10 }) }", "merge({},{})")]
    [InlineData("body = jsonencode(local.body)", "jsonencode(local.body)")]
    [InlineData("body = jsonencode(merge({ sku = { capacity = 1 } }, local.body))", "jsonencode(merge({},local.body))")]
    public void A_body_of_azapi_that_is_computed_is_not_known(string body, string expression) =>
        AssertNotKnown(
            expression,
            "main.tf",
            $"resource \"azapi_resource\" \"x\" {{\n  type = \"Microsoft.SignalRService/signalR@2024-03-01\"\n  {body}\n}}\n"
        );

    [Fact]
    public void The_body_of_a_loop_is_the_one_behind_its_list()
    {
        var size = FindOne(
            "main.bicep",
            """
            resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = [for region in [{ name: 'west' }]: {
              name: 'chat'
              sku: any({ name: 'Standard_S1', capacity: 4 })
            }]
            """
        );

        Assert.Equal(("chat", 4), (size.Name, size.Units));
    }

    [Fact]
    public void Other_resources_comments_and_strings_state_no_size()
    {
        var found = Find(
            (
                "main.tf",
                """"
                # resource "azurerm_signalr_service" "a" { sku { capacity = 1 } }
                /* resource "azurerm_signalr_service" "b" {
                } */
                resource "azurerm_redis_cache" "cache" {
                  name     = "cache-${var.a == "}" ? "x" : "y"}"
                  capacity = 2
                  notes    = <<-EOT
                    resource "azurerm_web_pubsub" "c" { capacity = 3 }
                  EOT
                }
                resource "azapi_resource" "vault" {
                  type = "Microsoft.KeyVault/vaults@2024-03-01"
                  body = { sku = { capacity = 4 } }
                }
                data "azurerm_signalr_service" "chat" { name = "chat" }
                """"
            ),
            (
                "main.bicep",
                """
                var text = '''
                resource x 'Microsoft.SignalRService/signalR@2024-03-01' = { sku: { capacity: 3 } }
                '''
                resource chat 'Microsoft.SignalRService/signalR@2024-03-01' existing = {
                  name: 'chat'
                }
                """
            )
        );

        Assert.Empty(found);
    }

    [Fact]
    public void A_replica_is_not_the_resource_that_has_its_name()
    {
        const string Owner = "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/";
        var chat = FindOne("main.tf", "resource \"azurerm_signalr_service\" \"chat\" { name = \"chat\" }");

        Assert.Equal((true, false), (chat.Matches(Owner + "chat"), chat.Matches(Owner + "main/replicas/chat")));
    }

    [Theory]
    [InlineData("main.tf", "resource \"azurerm_signalr_service\" \"x\" { name = \"x\" }", "SignalR/x")]
    [InlineData("main.tf", "resource \"azurerm_web_pubsub\" \"x\" { name = \"x\" }", "WebPubSub/x")]
    [InlineData("main.tf", "resource \"azurerm_web_pubsub_socketio\" \"x\" { name = \"x\" }", "WebPubSub/x")]
    [InlineData(
        "main.tf",
        "resource \"azapi_resource\" \"x\" {\n type = \"Microsoft.SignalRService/webPubSub@2024-03-01\"\n name = \"x\"\n}",
        "webpubsub/x"
    )]
    [InlineData("x.bicep", "resource x 'Microsoft.SignalRService/signalR@2024-03-01' = { name: 'x' }", "signalR/x")]
    [InlineData("x.bicep", "module x 'br/public:avm/res/signal-r-service/signal-r:0.10.0' = { params: { name: 'x' } }", "SignalR/x")]
    [InlineData("x.bicep", "module x 'br/public:avm/res/signal-r-service/web-pub-sub:0.7.0' = { params: { name: 'x' } }", "WebPubSub/x")]
    [InlineData(
        "x.json",
        """{ "resources": [{ "type": "Microsoft.SignalRService/SignalR/replicas", "apiVersion": "2024-03-01", "name": "a/x" }] }""",
        "SignalR/a/replicas/x"
    )]
    public void An_id_is_of_its_service_and_a_name_of_either(string path, string text, string id)
    {
        const string Provider = "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/";
        var other = id.StartsWith("web", StringComparison.OrdinalIgnoreCase) ? "SignalR" : "WebPubSub";
        var size = FindOne(path, text);

        Assert.True(size.Matches(Provider + id));
        Assert.True(size.Matches(size.Name!.ToUpperInvariant()));
        Assert.False(size.Matches($"{Provider}{other}{id[id.IndexOf('/')..]}"));
    }

    [Fact]
    public void A_value_of_a_file_of_values_comes_before_the_default()
    {
        const string Template = """
            variable "units" { default = 2 }
            variable "name" { default = "live" }
            resource "azurerm_web_pubsub" "live" {
              name     = var.name
              capacity = var.units
            }
            """;

        var preset = Assert.Single(Find(("main.tf", Template)));
        var given = Assert.Single(Find(("main.tf", Template), ("prod.tfvars", "name = \"live-prod\"\nunits = 7\n")));
        var several = Assert.Single(Find(("main.tf", Template), ("a.tfvars", "units = 7"), ("b.tfvars", "units = 8")));

        Assert.Equal(("live", 2, "units", "main.tf"), (preset.Name, preset.Units, preset.DefaultOf, preset.File.Path));
        Assert.Equal(("live-prod", 7, null, "prod.tfvars", 2), (given.Name, given.Units, given.DefaultOf, given.File.Path, given.Line));
        Assert.Equal((null, "var.units"), (several.Units, several.Expression));
    }

    [Theory]
    [InlineData("main.tf", "resource \"azurerm_web_pubsub\" \"x\" {\n capacity = \"12\"\n}", 12)]
    [InlineData("main.tf", "variable \"n\" { default = \"12\" }\nresource \"azurerm_web_pubsub\" \"x\" {\n capacity = var.n\n}", 12)]
    [InlineData("main.tf", "resource \"azurerm_web_pubsub\" \"x\" {\n capacity = \"2${var.n}\"\n}", null)]
    [InlineData("main.tf", "resource \"azurerm_web_pubsub\" \"x\" {\n capacity = \"\"\n}", null)]
    [InlineData("x.bicep", "resource x 'Microsoft.SignalRService/signalR@2024-03-01' = {\n sku: { capacity: '12' }\n}", null)]
    public void Terraform_converts_a_quoted_number_and_bicep_does_not(string path, string text, int? units) =>
        Assert.Equal(units, FindOne(path, text).Units);

    [Theory]
    [InlineData("infra/prod.tfvars", "units = 7\n", 7)]
    [InlineData("infra/terraform.tfvars.json", "{ \"units\": 7 }\n", 7)]
    [InlineData("infra/env/prod/terraform.tfvars", "units = 7\n", 7)] // -var-file of a folder without a template of its own
    [InlineData("infra/module/terraform.tfvars", "units = 7\n", 2)] // a folder with .tf files of its own
    [InlineData("live/terraform.tfvars", "units = 7\n", 2)]
    [InlineData("common.tfvars", "units = 7\n", 2)]
    [InlineData("infra/prod.tfvars", "other = {\n  units = 7\n}\n", 2)]
    [InlineData("infra/package.json", "{ \"units\": 7 }\n", 2)]
    public void Terraform_takes_values_of_its_folder_and_of_folders_below_without_templates(string path, string values, int units)
    {
        var sizes = Find(
            (
                "infra/main.tf",
                """
                variable "units" { default = 2 }
                resource "azurerm_web_pubsub" "live" {
                  name     = "live"
                  capacity = var.units
                }
                """
            ),
            ("infra/module/main.tf", "variable \"units\" {}\n"),
            (path, values)
        );

        Assert.Equal((units, units == 7 ? path : "infra/main.tf"), (sizes[0].Units, sizes[0].File.Path));
    }

    [Theory]
    [InlineData("a/chat.bicepparam", "using 'chat.bicep'\nparam units = 7\n", 7)]
    [InlineData("env/prod.bicepparam", "using '../a/./chat.bicep' // the template\nparam units = 7\n", 7)]
    [InlineData("a/other.bicepparam", "using 'other.bicep'\nparam units = 7\n", 2)]
    [InlineData("b/chat.bicepparam", "using 'chat.bicep'\nparam units = 7\n", 2)]
    [InlineData("a/base.bicepparam", "using none\nparam units = 7\n", 2)]
    [InlineData("a/prod.json", "{ \"parameters\": { \"UNITS\": { \"value\": 7 } } }", 7)]
    [InlineData("a/env/chat.prod.parameters.json", "{ \"parameters\": { \"units\": { \"value\": 7 } } }", 7)]
    [InlineData("a/other.parameters.json", "{ \"parameters\": { \"units\": { \"value\": 7 } } }", 2)]
    [InlineData("b/prod.json", "{ \"parameters\": { \"units\": { \"value\": 7 } } }", 2)]
    [InlineData("prod.json", "{ \"parameters\": { \"units\": { \"value\": 7 } } }", 2)]
    [InlineData("a/package.json", "{ \"name\": \"web\", \"units\": 7, \"config\": { \"units\": 7 } }", 2)]
    [InlineData("a/request.json", "{ \"parameters\": { \"units\": 7 } }", 2)]
    [InlineData("a/w.json", "{ \"$schema\": \"https://x/workflow.json\", \"parameters\": { \"units\": { \"value\": 7 } } }", 2)]
    public void Bicep_takes_values_of_files_that_are_for_the_template(string path, string values, int units)
    {
        var sizes = Find(
            (
                "a/chat.bicep",
                """
                param units int = 2
                resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
                  name: 'chat'
                  sku: { name: 'Standard_S1', capacity: units }
                }
                """
            ),
            ("a/other.bicep", "param units int = 3\n"),
            (path, values)
        );

        Assert.Equal((units, units == 7 ? path : "a/chat.bicep"), (sizes[0].Units, sizes[0].File.Path));
    }

    [Fact]
    public void Bicep_has_parameters_loops_and_conditions()
    {
        const string Template = """
            @description('Units, such as { 2 }')
            @allowed([
              1
              2
            ])
            param units int = 2
            param fromPipeline int

            resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = if (true) {
              name: 'chat'
              sku: { name: 'Standard_S1', capacity: units }
            }

            resource feed 'Microsoft.SignalRService/webPubSub@2024-03-01' = [for region in regions: {
              name: 'feed-${region}'
              sku: {
                name: 'Standard_S1'
                capacity: 3 // the same everywhere
              }
            }]

            resource piped 'Microsoft.SignalRService/webPubSub@2024-03-01' = {
              name: 'piped'
              sku: {
                name: 'Standard_S1'
                capacity: fromPipeline
              }
            }

            resource bare 'Microsoft.SignalRService/webPubSub@2024-03-01' = {
              name: 'bare'
              sku: {
                name: 'Standard_S1'
              }
            }
            """;

        var sizes = Find(("main.bicep", Template), ("prod.bicepparam", "using 'main.bicep'\nparam fromPipeline = 6\n"));

        Assert.Equal(
            [("chat", 2, "units", 6), (null, 3, null, 18), ("piped", 6, null, 2), ("bare", 1, null, 30)],
            sizes.Select(size => (size.Name, size.Units, size.DefaultOf, size.Line))
        );
    }

    [Fact]
    public void Arm_has_the_units_in_the_template_or_in_the_file_of_parameters()
    {
        const string Template = """
            { "parameters": { "units": { "type": "int", "defaultValue": 3 } },
              "resources": [
                { "type": "Microsoft.SignalRService/webPubSub", "apiVersion": "2024-03-01", "name": "feed",
                  "sku": { "name": "Standard_S1", "capacity": "[parameters('units')]" } },
                { "type": "Microsoft.SignalRService/SignalR", "apiVersion": "2024-03-01", "name": "chat",
                  "sku": { "name": "Standard_S1", "capacity": 8 } } ] }
            """;
        const string Parameters = """{ "parameters": { "units": { "value": 9 } } }""";

        Assert.Equal([("feed", 3, 1), ("chat", 8, 6)], Find(("main.json", Template)).Select(size => (size.Name, size.Units, size.Line)));
        Assert.Equal([9, 8], Find(("main.json", Template), ("prod.json", Parameters)).Select(size => size.Units));
    }

    [Fact]
    public void The_snippets_of_the_documentation_leave_the_size_alone_or_take_it_from_the_deployment()
    {
        var page = File.ReadAllText(RepositoryFiles.GetPath("docs", "infrastructure-as-code.md"));
        var snippets = Snippet()
            .Matches(page)
            .Select((match, i) => ($"{i}.{match.Groups["language"].Value.Replace("hcl", "tf")}", match.Groups["text"].Value));

        var sizes = Find([.. snippets]);

        // chat, live, chat of azapi; then chat of Bicep.
        Assert.Equal([true, true, true, false], sizes.Select(size => size.IsIgnored));
        Assert.Equal("units", sizes[^1].DefaultOf);
    }

    [Fact]
    public void The_module_of_the_documentation_passes_the_size_in_force()
    {
        var page = File.ReadAllText(RepositoryFiles.GetPath("docs", "infrastructure-as-code.md"));
        var bicep = Snippet()
            .Matches(page)
            .Where(match => match.Groups["language"].Value == "bicep")
            .Select(match => match.Groups["text"].Value);

        var sizes = Find([.. new[] { "chat.bicep", "units-in-force.bicep", "main.bicep" }.Zip(bicep)]);

        Assert.Equal([("chat", "units")], sizes.Select(size => (size.Name, size.Expression)));
    }

    [Theory]
    [InlineData("package.json", """{ "scripts": { "start": "node ${APP:-\"server.js\"}" }, "resources": [] }""")]
    [InlineData("notes.json", "no JSON at all: \"")]
    [InlineData("deep.json", "{{deep}}")]
    public void A_json_file_of_something_else_stops_nothing(string path, string text) =>
        Assert.Empty(Find((path, text.Replace("{{deep}}", new string('[', 300) + new string(']', 300)))));

    [Theory]
    [InlineData("a = \"x", "line 1: a string does not end")]
    [InlineData("\n/* x", "line 2: a comment does not end")]
    [InlineData("a = {\n b = 1\n", "line 1: a brace does not end")]
    [InlineData("a = [1\n", "line 1: a bracket does not end")]
    [InlineData("a = 1 }", "line 1: a closing bracket without an opening one")]
    public void What_is_not_well_formed_is_named_with_its_line(string text, string expected) =>
        Assert.Equal(expected, Assert.Throws<FormatException>(() => CodeFile.Parse("main.tf", text)).Message);

    private static IReadOnlyList<DeclaredSize> Find(params (string Path, string Text)[] files) =>
        new DeclaredSizes([.. files.Select(file => CodeFile.Parse(file.Path, file.Text))]).Find();

    private static void AssertNotKnown(string expression, string path, string text)
    {
        var size = FindOne(path, text);
        Assert.Equal((null, null, expression), (size.Units, size.Number, size.Expression));
    }

    private static DeclaredSize FindOne(string path, string text) => Assert.Single(Find((path, text)));

    [GeneratedRegex(
        "```(?<language>hcl|bicep)\n(?<text>.*?)```",
        RegexOptions.Singleline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Snippet();
}
