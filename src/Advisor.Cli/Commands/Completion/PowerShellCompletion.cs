using System.Text;

namespace Advisor.Cli.Commands.Completion;

/// <summary>Completion for PowerShell 5.1 and later.</summary>
internal static class PowerShellCompletion
{
    public static string Render(IReadOnlyList<CompletionNode> nodes)
    {
        var words = new StringBuilder();
        var values = new StringBuilder();
        foreach (var node in nodes)
        {
            words.Append($"    '{node.Path}' = '{string.Join(' ', node.Words)}'\n");
            foreach (var option in node.Options.Where(option => option.TakesValue))
            {
                foreach (var name in option.Names)
                {
                    values.Append($"    '{node.Path}:{name}' = '{string.Join(' ', option.Values)}'\n");
                }
            }
        }

        return $$"""
            # Completion of advisor for PowerShell: add it to $PROFILE. Made by 'advisor completion powershell'.
            Register-ArgumentCompleter -Native -CommandName advisor, advisor.exe, advisor.cmd -ScriptBlock {
              param($word, $line, $position)
              $words = @{
            {{words}}  }
              $values = @{
            {{values}}  }
              $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })
              $at = ''
              foreach ($element in ($before | Select-Object -Skip 1)) {
                $next = "$at $element".Trim()
                if ($words.ContainsKey($next)) { $at = $next }
              }
              $option = "${at}:" + $before[-1]
              $offer = if ($values.ContainsKey($option)) { $values[$option] } else { $words[$at] }
              $offer -split ' ' | Where-Object { $_ -and $_.StartsWith($word) } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
              }
            }

            """;
    }
}
