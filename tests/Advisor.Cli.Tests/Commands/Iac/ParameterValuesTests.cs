using Advisor.Cli.Commands.Iac;

namespace Advisor.Cli.Tests.Commands.Iac;

/// <summary>Where the value of a parameter, a variable or a local comes from.</summary>
public sealed class ParameterValuesTests
{
    private const string Bicep = """
        param units int = 2
        resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
          name: 'chat'
          sku: { name: 'Standard_S1', capacity: units }
        }
        """;

    private const string Terraform = """
        variable "units" { default = 2 }
        resource "azurerm_web_pubsub" "live" {
          name     = "live"
          capacity = var.units
        }
        """;

    [Theory]
    [InlineData("units = var.units * 2", null, "prod")]
    [InlineData("units = 6", 6, "prod")]
    [InlineData("units = var.units", 2, "prod")]
    [InlineData("name = \"${var.name}-prod\"", null, null)]
    [InlineData("name = \"hot\"", null, "hot")]
    [InlineData("name = var.name", null, "prod")]
    public void A_value_of_a_variable_is_none_of_a_local_of_the_same_name(string local, int? units, string? name)
    {
        var size = FindOne(
            (
                "main.tf",
                $$"""
                variable "units" { type = number }
                variable "name" { type = string }
                locals {
                  {{local}}
                }
                resource "azurerm_web_pubsub" "live" {
                  name     = {{(local.StartsWith("name", StringComparison.Ordinal) ? "local" : "var")}}.name
                  capacity = local.units
                }
                """
            ),
            ("terraform.tfvars", "units = 2\nname = \"prod\"\n")
        );

        Assert.Equal((units, name), (size.Units, size.Name));
    }

    [Theory]
    [InlineData("var units = 3", 3)] // no deployment can pass a variable
    [InlineData("param count int = 4\nvar units = count", 7)]
    [InlineData("param count int = 4\nvar units = count * 2", null)]
    public void A_parameter_of_a_deployment_is_none_of_a_variable_of_bicep(string declared, int? units)
    {
        var size = FindOne(
            ("chat.bicep", Bicep.Replace("param units int = 2", declared)),
            ("prod.json", """{ "parameters": { "units": { "value": 9 }, "count": { "value": 7 } } }""")
        );

        Assert.Equal(units, size.Units);
    }

    [Theory]
    [InlineData("units: 5", 5, null, "main.bicep")]
    [InlineData("units: fromMain", 6, "fromMain", "main.bicep")]
    [InlineData("units: given", 7, null, "main.bicepparam")]
    [InlineData("units: inForce.outputs.units", null, null, "chat.bicep")]
    [InlineData("...shared", null, null, "chat.bicep")]
    [InlineData("name: 'x'", 2, null, "chat.bicep")] // the deployment of main.bicep cannot pass it
    public void A_module_of_bicep_passes_the_units(string parameter, int? units, string? defaultOf, string file)
    {
        var size = FindOne(
            ("chat.bicep", Bicep),
            ("main.bicepparam", "using 'main.bicep'\nparam given = 7\nparam units = 8\n"),
            (
                "main.bicep",
                $$"""
                param fromMain int = 6
                param given int = 1
                module chat './chat.bicep' = [for region in [{ name: 'west' }]: {
                  name: 'chat'
                  params: {
                    {{parameter}}
                  }
                }]
                """
            )
        );

        Assert.Equal((units, defaultOf, file), (size.Units, size.DefaultOf, size.File.Path));
    }

    [Theory]
    [InlineData("units = 5", 5, "main.tf")]
    [InlineData("units = var.chat_units", 7, "terraform.tfvars")]
    [InlineData("units = module.chat.units", null, "chat/main.tf")]
    [InlineData("", 2, "chat/main.tf")]
    public void A_module_of_terraform_passes_the_units(string argument, int? units, string file)
    {
        var size = FindOne(
            ("chat/main.tf", Terraform),
            ("main.tf", $"module \"chat\" {{\n  source = \"./chat/\"\n  {argument}\n}}\n"),
            ("terraform.tfvars", "chat_units = 7\nunits = 8\n")
        );

        Assert.Equal((units, null, file), (size.Units, size.DefaultOf, size.File.Path));
    }

    [Fact]
    public void A_template_that_several_modules_use_is_a_resource_for_each_of_them()
    {
        const string Module = "param name string\n";
        var bicep = Find(
            ("chat.bicep", Module + Bicep.Replace("'chat'", "name")),
            (
                "main.bicep",
                "module a 'chat.bicep' = {\n params: { name: 'a', units: 5 }\n}\nmodule b 'chat.bicep' = {\n params: { name: 'b' }\n}\n"
            ),
            ("test/main.bicep", "module c '../chat.bicep' = {\n params: { name: 'c', units: 6 }\n}\n")
        );
        var terraform = Find(
            ("chat/main.tf", Terraform.Replace("\"live\"\n", "local.name\n")),
            ("chat/names.tf", "variable \"name\" {}\nlocals { name = var.name }\n"),
            ("main.tf", "module \"a\" {\n source = \"./team\"\n name = \"a\"\n}\nmodule \"b\" {\n source = \"./team\"\n name = \"b\"\n}\n"),
            ("team/main.tf", "variable \"name\" {}\nmodule \"chat\" {\n source = \"../chat\"\n name = var.name\n units = 3\n}\n")
        );

        Assert.Equal(
            [("a", 5, "main.bicep"), ("b", 2, "chat.bicep"), ("c", 6, "test/main.bicep")],
            bicep.Select(size => (size.Name, size.Units, size.File.Path))
        );
        Assert.Equal(
            [("a", 3, "team/main.tf"), ("b", 3, "team/main.tf")],
            terraform.Select(size => (size.Name, size.Units, size.File.Path))
        );
    }

    [Theory]
    [InlineData("chat.bicepparam", "using 'chat.bicep'\nparam units = 3\n", 3)]
    [InlineData("chat.prod.parameters.json", """{ "parameters": { "units": { "value": 3 } } }""", 3)]
    [InlineData("prod.parameters.json", """{ "parameters": { "units": { "value": 3 } } }""", null)] // for main.bicep
    [InlineData("main.bicepparam", "using 'main.bicep'\nparam units = 3\n", null)]
    public void A_template_of_bicep_that_has_values_of_its_own_is_deployed_by_itself_too(string file, string values, int? units)
    {
        var sizes = Find(("chat.bicep", Bicep), ("main.bicep", "module a 'chat.bicep' = {\n params: { units: 5 }\n}\n"), (file, values));

        int?[] expected = units is null ? [5] : [5, units];
        Assert.Equal(expected, sizes.Select(size => size.Units));
    }

    [Fact]
    public void A_folder_of_terraform_that_an_example_uses_and_that_has_values_is_deployed_by_itself_too()
    {
        var sizes = Find(
            ("main.tf", Terraform),
            ("terraform.tfvars", "units = 3\n"),
            ("examples/basic/main.tf", "module \"chat\" {\n source = \"../..\"\n units = 1\n}\n")
        );

        Assert.Equal([1, 3], sizes.Select(size => size.Units));
    }

    [Fact]
    public void A_template_that_uses_itself_is_read_alone()
    {
        const string Module = "\nmodule m1 'chat.bicep' = {\n  params: { units: units }\n}\n";

        var size = FindOne(("chat.bicep", Bicep + Module));

        Assert.Equal((2, "units"), (size.Units, size.DefaultOf));
    }

    [Theory]
    [InlineData("var sku = { name: 'Standard_S1', capacity: 4 }", "sku", 4, null)]
    [InlineData("param sku object = { name: 'Standard_S1', capacity: 4 }", "sku", 4, "sku")]
    [InlineData("var all = { sku: { name: 'Standard_S1', capacity: 4 } }", "all.sku", 4, null)]
    [InlineData("param units int = 4\nvar sku = { name: 'Standard_S1', capacity: units }", "sku", 4, "units")]
    [InlineData("var sku = { name: 'Standard_S1', capacity: 4 }", "{ name: sku.name, capacity: sku.capacity }", 4, null)]
    [InlineData("var sku = { capacity: length(names) }", "sku", null, null)]
    [InlineData("var sku = { ...other, tier: 'Standard' }", "sku", null, null)]
    public void A_value_in_an_object_of_bicep_is_found(string declared, string sku, int? units, string? defaultOf)
    {
        var size = FindOne(
            (
                "chat.bicep",
                $"{declared}\nresource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {{\n  name: 'chat'\n  sku: {sku}\n}}\n"
            )
        );

        Assert.Equal((units, units is null ? null : "Standard_S1", defaultOf), (size.Units, size.Sku, size.DefaultOf));
    }

    [Theory]
    [InlineData("\"[variables('u')]\"", 4)]
    [InlineData("\"[variables('all').chat.units]\"", 5)]
    [InlineData("\"[variables('all')['chat']]\"", null)]
    public void A_variable_of_arm_is_its_value(string capacity, int? units)
    {
        var size = FindOne(
            (
                "main.json",
                $$"""
                { "variables": { "u": 4, "all": { "chat": { "units": 5 } } },
                  "resources": [
                    { "type": "Microsoft.SignalRService/signalR", "apiVersion": "2024-03-01", "name": "chat",
                      "sku": { "name": "Standard_S1", "capacity": {{capacity}} } } ] }
                """
            ),
            ("prod.json", """{ "parameters": { "u": { "value": 9 } } }""")
        );

        Assert.Equal((units, null), (size.Units, size.DefaultOf));
    }

    [Fact]
    public void A_value_in_an_object_of_terraform_is_found()
    {
        var size = FindOne(
            (
                "main.tf",
                "variable \"chat\" {}\n" + Terraform.Replace("var.units", "var.chat.units").Replace("\"live\"\n", "var.chat.name\n")
            ),
            ("terraform.tfvars", "chat = {\n  name = \"hot\"\n  units = 7\n}\n")
        );

        Assert.Equal(("hot", 7, "terraform.tfvars", 3), (size.Name, size.Units, size.File.Path, size.Line));
    }

    [Theory]
    [InlineData("inner", """{ "value": "[parameters('chatUnits')]" }""", 5, "chatUnits")]
    [InlineData("inner", """{ "value": 7 }""", 7, null)]
    [InlineData("inner", """{ "value": "[reference('inForce').outputs.units.value]" }""", null, null)]
    [InlineData("inner", """{ "reference": { "secretName": "units" } }""", null, null)]
    [InlineData("outer", """{ "value": 7 }""", 9, "units")] // an expression of the template around
    public void A_nested_deployment_of_arm_passes_the_units(string scope, string parameter, int? units, string? defaultOf)
    {
        var size = FindOne(
            (
                "main.json",
                $$"""
                { "parameters": { "chatUnits": { "type": "int", "defaultValue": 5 }, "units": { "type": "int", "defaultValue": 9 } },
                  "resources": [
                    { "type": "Microsoft.Resources/deployments", "apiVersion": "2022-09-01", "name": "chat", "properties": {
                      "expressionEvaluationOptions": { "scope": "{{scope}}" }, "mode": "Incremental",
                      "parameters": { "units": {{parameter}} },
                      "template": {
                        "parameters": { "units": { "type": "int", "defaultValue": 2 } },
                        "resources": [
                          { "type": "Microsoft.SignalRService/signalR", "apiVersion": "2024-03-01", "name": "hot-chat",
                            "sku": { "name": "Standard_S1", "capacity": "[parameters('units')]" } } ] } } } ] }
                """
            ),
            ("prod.json", """{ "parameters": { "other": { "value": 8 } } }""")
        );

        Assert.Equal(("hot-chat", units, defaultOf), (size.Name, size.Units, size.DefaultOf));
    }

    [Theory]
    [InlineData("main.tf", "var.sizes[\"chat\"]", 2)]
    [InlineData("main.tf", "var.sizes[\"hot-chat\"]", 3)]
    [InlineData("main.tf", "var.sizes[var.name]", null)]
    [InlineData("main.tf", "var.sizes[\"${var.name}\"]", null)]
    [InlineData("main.bicep", "sizes['hot-chat']", 3)]
    [InlineData("main.bicep", "sizes[name]", null)]
    [InlineData("main.json", "[variables('sizes')['hot-chat']]", 3)]
    [InlineData("main.json", "[variables('sizes')[parameters('name')]]", null)]
    public void An_index_by_a_name_is_that_part_of_an_object(string file, string capacity, int? units)
    {
        var text = file switch
        {
            "main.tf" => $$"""
                variable "sizes" { default = { chat = 2, "hot-chat" = 3 } }
                resource "azurerm_web_pubsub" "live" {
                  name     = "live"
                  capacity = {{capacity}}
                }
                """,
            "main.bicep" => $$"""
                var sizes = {
                  chat: 2
                  'hot-chat': 3
                }
                resource live 'Microsoft.SignalRService/webPubSub@2024-03-01' = {
                  name: 'live'
                  sku: { name: 'Standard_S1', capacity: {{capacity}} }
                }
                """,
            _ => $$"""
                { "variables": { "sizes": { "chat": 2, "hot-chat": 3 } },
                  "resources": [ { "type": "Microsoft.SignalRService/webPubSub", "apiVersion": "2024-03-01", "name": "live",
                    "sku": { "name": "Standard_S1", "capacity": "{{capacity}}" } } ] }
                """,
        };

        Assert.Equal(units, FindOne((file, text)).Units);
    }

    private static DeclaredSize FindOne(params (string Path, string Text)[] files) => Assert.Single(Find(files));

    private static IReadOnlyList<DeclaredSize> Find(params (string Path, string Text)[] files) =>
        new DeclaredSizes([.. files.Select(file => CodeFile.Parse(file.Path, file.Text))]).Find();
}
