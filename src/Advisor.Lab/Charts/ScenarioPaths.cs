using System.Text;

namespace Advisor.Lab.Charts;

/// <summary>SVG paths of one panel of a scenario: the area of the required units, the steps of a policy, the overloaded minutes.</summary>
internal static class ScenarioPaths
{
    /// <summary>Height of a panel, in pixels.</summary>
    public const int Panel = 74;

    /// <summary>Height of the marks below it, in pixels.</summary>
    public const int Marks = 6;

    // Width of the plot's coordinate system, before it is stretched to its share of the width.
    public const int Plot = 890;

    private static readonly PlotArea Area = new(0, Plot, Panel);

    /// <summary>Returns the area of the required units with at most one value per pixel: the maximum of its minutes.</summary>
    public static string BuildAreaPath(ReadOnlySpan<int> required, int highest)
    {
        var path = new StringBuilder($"M0 {Panel}");
        for (var x = 0; x < Plot; x++)
        {
            var value = Max(Slice(required, x));
            path.Append($"V{Area.ToY(value, highest):0.#}H{x + 1}");
        }

        return path.Append($"V{Panel}Z").ToString();
    }

    public static string BuildStepPath(int[] units, int highest) => Area.BuildStepPath(units, highest, "M0 ");

    public static string BuildOverloadMarks(int[] units, ReadOnlySpan<int> required)
    {
        var path = new StringBuilder();
        for (var x = 0; x < Plot; x++)
        {
            var have = Slice<int>(units, x);
            var need = Slice(required, x);
            var over = false;
            for (var i = 0; i < have.Length && !over; i++)
            {
                over = have[i] < need[i];
            }

            if (over)
            {
                path.Append($"M{x} {Panel + 2}h1v{Marks}h-1z");
            }
        }

        return path.ToString();
    }

    private static ReadOnlySpan<T> Slice<T>(ReadOnlySpan<T> values, int x)
    {
        var from = (int)((long)x * values.Length / Plot);
        var to = (int)((long)(x + 1) * values.Length / Plot);
        return values[from..Math.Max(to, Math.Min(from + 1, values.Length))];
    }

    public static int Max(ReadOnlySpan<int> values)
    {
        var highest = 0;
        foreach (var value in values)
        {
            highest = Math.Max(highest, value);
        }

        return highest;
    }
}
