using System.Text;
using Advisor.Cli.Commands.Iac;
using Advisor.Core.Quantities;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Fuzzing;

/// <summary>Templates of Terraform, Bicep and ARM: a size that is found can be changed, and the template states it afterwards.</summary>
internal static class TemplateTarget
{
    private const string Terraform = """
        variable "units" { default = 2 }
        resource "azurerm_signalr_service" "chat" {
          name = "chat-${var.a == "}" ? 1 : 2}"
          sku { capacity = var.units }
          lifecycle { ignore_changes = [tags, sku[0]] }
        }
        /* a comment */ resource "azapi_resource" "feed" {
          type = "Microsoft.SignalRService/webPubSub@2024-03-01"
          body = jsonencode({ "sku" : { capacity = 4 } }) # units
          note = <<-EOT
            text
          EOT
        }
        """;

    private const string Bicep = """
        @allowed([1, 2])
        param units int = 2
        resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = [for r in regions: if (r != '') {
          name: 'chat'
          sku: { name: 'Standard_S1', capacity: units }
        }]
        var text = '''
        }'''
        """;

    private const string Arm = """
        { "parameters": { "units": { "defaultValue": 3 } }, "resources": [ { "type": "Microsoft.SignalRService/webPubSub",
          "apiVersion": "2024-03-01", "name": "feed", "sku": { "capacity": "[parameters('units')]" } } ] }
        """;

    private static readonly string[] Names = ["main.tf", "main.bicep", "main.json", "values.tfvars"];

    public static FuzzTarget Create() =>
        FuzzTarget.Create("templates", Read, new[] { Terraform, Bicep, Arm }.Select(Encoding.UTF8.GetBytes)) with
        {
            Documented = [typeof(FormatException)],
        };

    private static void Read(byte[] bytes)
    {
        var text = Encoding.UTF8.GetString(bytes);
        foreach (var name in Names)
        {
            var declared = Find(CodeFile.Parse(name, text));
            foreach (var size in declared.Where(size => size is { Name.Length: > 0, Number: not null }))
            {
                Change(declared, size);
            }
        }
    }

    private static void Change(IReadOnlyList<DeclaredSize> declared, DeclaredSize size)
    {
        var patch = SizePatch.Create(declared, new RecommendedSize(size.Name!, size.Name!, null, new Size("", 987)));
        var changed = SizePatch.Apply([patch]);
        if (changed is [var (file, text)] && !Find(CodeFile.Parse(file.Path, text)).Any(other => other.Units == 987))
        {
            throw new InvalidOperationException("The template does not state the size that it was given.");
        }
    }

    private static IReadOnlyList<DeclaredSize> Find(CodeFile file) => new DeclaredSizes([file]).Find();
}
