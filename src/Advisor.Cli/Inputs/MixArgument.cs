using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Inputs;

/// <summary>Parses one part of a mixed workload: <c>echo:0.3</c>, <c>sendToSmallGroup:0.5,bytes=512,interval=2,group=8</c>.</summary>
public static class MixArgument
{
    /// <returns>Null when an error was added to the result.</returns>
    public static PlanCase? Parse(ArgumentResult result, string text)
    {
        var fields = text.Split(',', StringSplitOptions.TrimEntries);
        var head = fields[0].Split(':', StringSplitOptions.TrimEntries);
        if (head.Length != 2 || !FiniteNumber.TryParse(head[1], NumberStyles.Float, out var share) || share is not (> 0 and <= 1))
        {
            result.AddError($"--mix must be NAME:SHARE with a share above 0 and at most 1, such as echo:0.3, not '{text}'.");
            return null;
        }

        if (ParseUseCase(result, head[0]) is not { } useCase)
        {
            return null;
        }

        var part = new PlanCase(useCase, new Ratio(share));
        foreach (var field in fields.Skip(1))
        {
            if (ApplyPart(part, field) is not { } more)
            {
                result.AddError($"--mix accepts bytes=N, interval=SECONDS and group=N after NAME:SHARE, not '{field}'.");
                return null;
            }

            part = more;
        }

        return part;
    }

    /// <returns>Null when an error was added to the result.</returns>
    public static UseCase? ParseUseCase(ArgumentResult result, string name)
    {
        if (UseCaseNames.TryParse(name, out var useCase))
        {
            return useCase;
        }

        var nearest = NameSuggestions.FindNearest(name, UseCaseNames.All);
        result.AddError(
            $"Unknown use case '{name}'. {(nearest is null ? string.Empty : $"Did you mean '{nearest}'? ")}Names: "
                + $"{string.Join(", ", UseCaseNames.All)}."
        );
        return null;
    }

    private static PlanCase? ApplyPart(PlanCase part, string field)
    {
        var pair = field.Split('=', 2, StringSplitOptions.TrimEntries);
        if (pair.Length != 2)
        {
            return null;
        }

        return pair[0] switch
        {
            "bytes" when int.TryParse(pair[1], NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) => part with
            {
                MessageBytes = bytes,
            },
            "group" when int.TryParse(pair[1], NumberStyles.None, CultureInfo.InvariantCulture, out var members) => part with
            {
                GroupSize = members,
            },
            "interval" when FiniteNumber.TryParse(pair[1], NumberStyles.Float, out var seconds) => part with { IntervalSeconds = seconds },
            _ => null,
        };
    }
}
