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

    private static DeclaredSize FindOne(params (string Path, string Text)[] files) =>
        Assert.Single(new DeclaredSizes([.. files.Select(file => CodeFile.Parse(file.Path, file.Text))]).Find());
}
