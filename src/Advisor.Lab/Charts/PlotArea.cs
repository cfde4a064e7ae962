using System.Text;

namespace Advisor.Lab.Charts;

/// <summary>Where the plot of a panel is: minutes from left to right, units from the bottom almost to the top.</summary>
internal readonly record struct PlotArea(int Left, int Width, int Height)
{
    public double ToX(int minute, int minutes) => Left + ((double)minute * Width / minutes);

    public double ToY(double units, int highest) => Height - (units * (Height - 4) / highest);

    /// <summary>Returns one value per minute as a step line from left to right.</summary>
    /// <param name="begin">Path text before the height of the first value.</param>
    public string BuildStepPath(ReadOnlySpan<int> values, int highest, string begin)
    {
        var path = new StringBuilder($"{begin}{ToY(values[0], highest):0.#}");
        for (var minute = 1; minute < values.Length; minute++)
        {
            if (values[minute] != values[minute - 1])
            {
                path.Append($"H{ToX(minute, values.Length):0.#}V{ToY(values[minute], highest):0.#}");
            }
        }

        return path.Append($"H{Left + Width}").ToString();
    }
}
