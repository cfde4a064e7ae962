using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Numerics;
using Advisor.Cli.Commands.Watch;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli;

/// <summary>Options shared by several commands, defined once.</summary>
public static class CommonOptions
{
    /// <summary>Creates <c>--output</c>, with the formats of the command.</summary>
    public static Option<OutputFormat> CreateOutput(params OutputFormat[] formats)
    {
        var words = formats.Select(format => (format.ToString().ToLowerInvariant(), format)).ToArray();
        return CreateChoice(
            "--output",
            $"Output format: {string.Join(", ", words.Select(word => word.Item1))}. Default: text.",
            words,
            "-o"
        );
    }

    /// <summary>Creates an option that takes one of some words, in any case.</summary>
    public static Option<T> CreateChoice<T>(string name, string description, (string Word, T Value)[] words, params string[] aliases)
        where T : struct, Enum
    {
        var names = words.Select(word => word.Word).ToArray();
        var option = new Option<T>(name, aliases)
        {
            Description = description,
            HelpName = string.Join('|', names),
            CustomParser = result =>
            {
                var text = result.Tokens[0].Value;
                var index = Array.FindIndex(names, word => string.Equals(word, text, StringComparison.OrdinalIgnoreCase));
                if (index < 0)
                {
                    result.AddError($"{name} must be one of {string.Join(", ", names)}, not '{UntrustedText.Sanitize(text)}'.");
                }

                return index < 0 ? default : words[index].Value;
            },
        };
        option.CompletionSources.Add(names);
        return option;
    }

    /// <summary>Creates <c>--author</c>, which must be given.</summary>
    public static Option<string> CreateAuthor() => CreateRequired("--author", "Your name.", "NAME");

    /// <summary>Creates <c>--reason</c>, which must be given.</summary>
    public static Option<string> CreateReason(string description) => CreateRequired("--reason", description, "TEXT");

    private static Option<string> CreateRequired(string name, string description, string helpName) =>
        new(name)
        {
            Description = description,
            HelpName = helpName,
            Required = true,
        };

    /// <summary>Creates an option with a port of TCP.</summary>
    public static Option<int?> CreatePort(string name, string description, string helpName) =>
        CreateNumber<int>(name, description, helpName, min: 1, max: 65535);

    /// <summary>Creates <c>--wide</c>: the bars of the five limits in place of one line per resource.</summary>
    public static Option<bool> CreateWide() =>
        new("--wide") { Description = "Show bars for all five limits and every note, instead of one line per resource." };

    /// <summary>Creates <c>--rules</c>: a folder whose files replace the embedded rules of the same path.</summary>
    public static Option<string?> CreateRules()
    {
        var option = new Option<string?>("--rules")
        {
            Description = "Folder with rules that override the built-in ones (capacity tables, SKUs, policy).",
            HelpName = "DIR",
        };
        option.Validators.Add(result =>
        {
            // That of a variable that is not set would be the working folder.
            if (result.Tokens is [{ Value: "" }])
            {
                result.AddError("--rules names no folder: omit it for the built-in rules.");
            }
        });
        return option;
    }

    /// <summary>Creates <c>--config</c>: the settings file. Default: advisor.yaml in the working folder, if it exists.</summary>
    public static Option<string?> CreateConfig() =>
        new("--config") { Description = "Settings file. Default: advisor.yaml in the working folder, if present.", HelpName = "FILE" };

    /// <summary>Creates <c>--state</c>: the state for commands other than <c>advisor watch</c>.</summary>
    public static Option<string?> CreateState() =>
        new("--state")
        {
            Description =
                "SQLite file of 'advisor watch', or the address of the table service of the Functions app. Default: "
                + $"{WatchRun.DefaultStateFile}.",
            HelpName = "FILE|URL",
        };

    /// <summary>Parses a time such as 30m, 2h or 3d; adds an error to the result and returns null when it is invalid.</summary>
    public static TimeSpan? ParseDuration(ArgumentResult result)
    {
        var text = result.Tokens[0].Value;
        if (DurationText.Parse(text) is { } duration)
        {
            return duration;
        }

        result.AddError($"--for must be a duration such as 30m, 2h or 3d, not '{text}'.");
        return null;
    }

    /// <summary>Creates an option that may be given several times.</summary>
    public static Option<string[]> CreateMany(string name, string help, string description) =>
        new(name)
        {
            Description = description,
            HelpName = help,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
        };

    /// <summary>Whether details of an internal error are asked for: by <c>--verbose</c> or ADVISOR_DEBUG.</summary>
    public static bool IsVerbose(CliContext cli, ParseResult parse) =>
        parse.GetValue<bool>("--verbose") || cli.Environment("ADVISOR_DEBUG") is not (null or "" or "0");

    /// <summary>Creates <c>--verbose</c>: defined on the root, valid after every command.</summary>
    public static Option<bool> CreateVerbose() =>
        new("--verbose") { Description = "Show details of an internal error (also: ADVISOR_DEBUG=1).", Recursive = true };

    /// <summary>Creates an option with a duration: a number and m, h or d.</summary>
    /// <param name="min">Minimum, inclusive.</param>
    /// <param name="max">Maximum, inclusive.</param>
    public static Option<TimeSpan?> CreateDuration(string name, string description, TimeSpan min, TimeSpan max) =>
        new(name)
        {
            Description = description,
            HelpName = "TIME",
            CustomParser = result =>
            {
                var text = result.Tokens[0].Value;
                if (DurationText.Parse(text) is { } span && span >= min && span <= max)
                {
                    return span;
                }

                result.AddError(
                    $"{name} must be a duration from {FormatShort(min)} to {FormatShort(max)}, such as 2h or 14d, "
                        + $"not '{UntrustedText.Sanitize(text)}'."
                );
                return null;
            },
        };

    private static string FormatShort(TimeSpan span) =>
        span switch
        {
            { TotalDays: >= 1 } => $"{span.TotalDays:0.#}d",
            { TotalHours: >= 1 } => $"{span.TotalHours:0.#}h",
            _ => $"{span.TotalMinutes:0.#}m",
        };

    /// <summary>Creates an option with a number; text that is not a number or out of range is a parse error.</summary>
    /// <param name="min">Minimum, inclusive; null = none.</param>
    /// <param name="max">Maximum, inclusive; null = none.</param>
    public static Option<T?> CreateNumber<T>(string name, string description, string helpName, T? min = null, T? max = null)
        where T : struct, INumber<T> =>
        new(name)
        {
            Description = description,
            HelpName = helpName,
            CustomParser = result => ParseNumber(result, name, min, max),
        };

    /// <summary>Parses a number; adds an error to the result and returns null when it is none or out of range.</summary>
    /// <param name="name">Name of the option or argument in the error.</param>
    /// <param name="min">Minimum, inclusive; null = none.</param>
    /// <param name="max">Maximum, inclusive; null = none.</param>
    public static T? ParseNumber<T>(ArgumentResult result, string name, T? min, T? max)
        where T : struct, INumber<T>
    {
        var text = result.Tokens[0].Value;

        // A comma is no part of a number: 3,5 is 3.5 to some and 35 to others.
        var style = IsInteger<T>() ? NumberStyles.Integer : NumberStyles.Float;
        if (T.TryParse(text, style, CultureInfo.InvariantCulture, out var value) && T.IsFinite(value) && !(value < min) && !(value > max))
        {
            return value;
        }

        var range = (min, max) switch
        {
            ({ } from, { } to) => $" from {from} to {to}",
            ({ } from, null) => $", {from} or more",
            _ => string.Empty,
        };
        result.AddError(
            $"{name} must be a {(IsInteger<T>() ? "whole " : string.Empty)}number{range}, " + $"not '{UntrustedText.Sanitize(text)}'."
        );
        return null;
    }

    // Half is 0 in a type of whole numbers.
    private static bool IsInteger<T>()
        where T : INumber<T> => T.IsInteger(T.One / (T.One + T.One));
}
