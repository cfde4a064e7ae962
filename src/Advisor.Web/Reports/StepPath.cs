using System.Text;

namespace Advisor.Web.Reports;

/// <summary>
/// A path of SVG made of steps, each from one place to a later one at a height. Steps that touch are one line; equal heights cost nothing.
/// </summary>
/// <param name="bottom">Where an area ends; null = a line, or bands.</param>
internal sealed class StepPath(double? bottom)
{
    private readonly StringBuilder text = new();
    private readonly List<(double Start, double Height)> back = [];
    private double? end;
    private double height;
    private bool isBand;

    public void Add(double start, double end, double height)
    {
        if (this.end != start)
        {
            Close();
            text.Append($"M{start} {bottom ?? height}");
            if (bottom is not null)
            {
                text.Append($"V{height}");
            }
        }
        else if (this.height != height)
        {
            text.Append($"H{start}V{height}");
        }

        (this.end, this.height) = (end, height);
    }

    /// <summary>A step that has a lower edge of its own.</summary>
    public void AddBand(double start, double end, double height, double floor)
    {
        isBand = true;
        if (this.end != start)
        {
            Close();
            text.Append($"M{start} {floor}V{height}");
        }
        else if (this.height != height)
        {
            text.Append($"H{start}V{height}");
        }

        if (back.Count == 0 || back[^1].Height != floor)
        {
            back.Add((start, floor));
        }

        (this.end, this.height) = (end, height);
    }

    public override string ToString()
    {
        Close();
        return text.ToString();
    }

    private void Close()
    {
        if (end is not { } last)
        {
            return;
        }

        text.Append($"H{last}");
        if (bottom is { } floor)
        {
            text.Append($"V{floor}Z");
        }
        else if (isBand)
        {
            // Back along the lower edge.
            foreach (var (start, edge) in Enumerable.Reverse(back))
            {
                text.Append($"V{edge}H{start}");
            }

            text.Append('Z');
        }

        back.Clear();
        end = null;
    }
}
