using System.Runtime.ExceptionServices;
using System.Text;

namespace Advisor.Cli;

/// <summary>
/// Standard output or standard error that was closed before the start: whatever is written fails with the reason, and a command that writes
/// nothing ends as usual.
/// </summary>
internal sealed class ClosedOutput(Exception reason) : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    /// <summary>Opens a stream of the console. The native program cannot open a closed one where nothing else has its number.</summary>
    public static TextWriter Replace(Func<TextWriter> open)
    {
        try
        {
            return open();
        }
        catch (Exception e) when (OutputFaults.IsClosed(e))
        {
            return new ClosedOutput(e);
        }
    }

    public override void Write(char value) => ExceptionDispatchInfo.Throw(reason);
}
