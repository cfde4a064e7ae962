using System.CommandLine;

namespace Advisor.Cli;

/// <summary>The options that several commands share, each spelled and explained in this one place.</summary>
public static class CommonOptions
{
    /// <summary><c>--output</c>, with the formats that the command knows.</summary>
    public static Option<OutputFormat> Output(params OutputFormat[] formats)
    {
        var names = formats.Select(f => f.ToString().ToLowerInvariant()).ToArray();
        var option = new Option<OutputFormat>("--output", "-o")
        {
            Description = $"How the result is printed: {string.Join(", ", names)}. Default: text.",
            HelpName = string.Join('|', names),
            CustomParser = result =>
            {
                var index = Array.FindIndex(names, n => string.Equals(n, result.Tokens[0].Value, StringComparison.OrdinalIgnoreCase));
                if (index < 0)
                {
                    result.AddError($"--output knows {string.Join(", ", names)}, not '{result.Tokens[0].Value}'.");
                }

                return index < 0 ? OutputFormat.Text : formats[index];
            },
        };
        option.CompletionSources.Add(names);
        return option;
    }

    /// <summary><c>--rules</c>: a folder that replaces the embedded rules.</summary>
    public static Option<string?> Rules() => new("--rules")
    {
        Description = "Folder with rules that replace the built-in ones (capacity tables, SKUs, policy).",
        HelpName = "DIR",
    };

    /// <summary><c>--config</c>: the settings file. Default: advisor.yaml in the working folder, where it exists.</summary>
    public static Option<string?> Config() => new("--config")
    {
        Description = "Settings file. Default: advisor.yaml in the working folder, if there is one.",
        HelpName = "FILE",
    };

    /// <summary><c>--verbose</c>: on the root, valid after every command.</summary>
    public static Option<bool> Verbose() => new("--verbose")
    {
        Description = "Show details of a fault (also: ADVISOR_DEBUG=1).",
        Recursive = true,
    };
}
