/* simulate CORE FEATURES DECODERS: what llvm-mca does, for many streams of instructions in one process.
 *
 * DECODERS is how many instructions it decodes in a cycle. Standard input holds assembly, an instruction a line, and a
 * line "#" behind each stream. The answer holds a line for each stream: for each instruction the cycle in which it
 * retires, -1 for one that the core's model has no price for, which is left out. llvm-mca itself parses and builds each
 * instruction anew wherever it occurs, which takes fifteen times as long as the simulation. */
#include <iostream>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/MCA/Context.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <llvm/MCA/HWEventListener.h>
#include <llvm/MCA/InstrBuilder.h>
#include <llvm/MCA/Pipeline.h>
#include <llvm/MCA/SourceMgr.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <string>
#include <unordered_map>
#include <vector>

using namespace llvm;

namespace
{

[[noreturn]] void fail(const std::string &what)
{
    std::cerr << "simulate: " << what << "\n";
    exit(1);
}

/* Keeps the instructions that the parser finds. */
class Collector : public MCStreamer
{
  public:
    explicit Collector(MCContext &context) : MCStreamer(context)
    {
    }
    std::vector<MCInst> found;
    void emitInstruction(const MCInst &instruction, const MCSubtargetInfo &) override
    {
        found.push_back(instruction);
    }
    bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override
    {
        return true;
    }
    void emitCommonSymbol(MCSymbol *, uint64_t, Align) override
    {
    }
    void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override
    {
    }
};

class Clock : public mca::HWEventListener
{
  public:
    explicit Clock(std::vector<long> &retired) : retired(retired)
    {
    }
    void onCycleEnd() override
    {
        now++;
    }
    void onEvent(const mca::HWInstructionEvent &event) override
    {
        if (event.Type == mca::HWInstructionEvent::Retired)
            retired[event.IR.getSourceIndex()] = now;
    }

  private:
    std::vector<long> &retired;
    long now = 0;
};

class Core
{
  public:
    Core(const std::string &name, const std::string &features, unsigned decoders) : decoders(decoders)
    {
        std::string error;
        const Triple triple("aarch64");
        target = TargetRegistry::lookupTarget(triple.str(), error);
        if (!target)
            fail(error);
        registers.reset(target->createMCRegInfo(triple.str()));
        assembly.reset(target->createMCAsmInfo(*registers, triple.str(), options));
        instructions.reset(target->createMCInstrInfo());
        subtarget.reset(target->createMCSubtargetInfo(triple.str(), name, features));
        if (!subtarget->isCPUStringValid(name))
            fail("LLVM does not know the core " + name);
        analysis.reset(target->createMCInstrAnalysis(instructions.get()));
        instruments = std::make_unique<mca::InstrumentManager>(*subtarget, *instructions);
        builder = std::make_unique<mca::InstrBuilder>(*subtarget, *instructions, *registers, analysis.get(),
                                                      *instruments, 100);
    }

    /* Of each line, in order. */
    std::vector<MCInst> parse(const std::vector<std::string> &lines)
    {
        std::string text;
        for (const std::string &line : lines)
            text += line + "\n";
        llvm::SourceMgr sources;
        sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text, "input"), SMLoc());
        MCContext context(Triple("aarch64"), assembly.get(), registers.get(), subtarget.get(), &sources, &options);
        std::unique_ptr<MCObjectFileInfo> object(target->createMCObjectFileInfo(context, false));
        context.setObjectFileInfo(object.get());
        Collector collector(context);
        std::unique_ptr<MCAsmParser> parser(createMCAsmParser(sources, context, collector, *assembly));
        std::unique_ptr<MCTargetAsmParser> syntax(
            target->createMCAsmParser(*subtarget, *parser, *instructions, options));
        target->createNullTargetStreamer(collector);
        parser->setTargetParser(*syntax);
        if (parser->Run(false) || collector.found.size() != lines.size())
            fail("a line is no instruction");
        return collector.found;
    }

    std::vector<long> retirement(const std::vector<const MCInst *> &stream)
    {
        builder->clear(); /* what it keeps depends on the instructions that it has seen */
        std::vector<std::unique_ptr<mca::Instruction>> priced;
        std::vector<size_t> at;
        for (size_t i = 0; i < stream.size(); i++) {
            Expected<std::unique_ptr<mca::Instruction>> made = builder->createInstruction(*stream[i], {});
            if (made) {
                priced.push_back(std::move(*made));
                at.push_back(i);
            } else {
                consumeError(made.takeError());
            }
        }
        std::vector<long> answer(stream.size(), -1), retired(priced.size());
        if (priced.empty())
            return answer;
        mca::CircularSourceMgr source(priced, 1);
        mca::CustomBehaviour behaviour(*subtarget, source, *instructions);
        const mca::PipelineOptions shape(queue, decoders, subtarget->getSchedModel().IssueWidth, 0, 0, 0, true);
        mca::Context context(*registers, *subtarget);
        std::unique_ptr<mca::Pipeline> pipeline = context.createDefaultPipeline(shape, source, behaviour);
        Clock clock(retired);
        pipeline->addEventListener(&clock);
        Expected<unsigned> cycles = pipeline->run();
        if (!cycles)
            fail(toString(cycles.takeError()));
        for (size_t i = 0; i < at.size(); i++)
            answer[at[i]] = retired[i];
        return answer;
    }

  private:
    static constexpr unsigned queue = 64; /* operations between decoding and dispatch */
    const unsigned decoders;
    const Target *target;
    MCTargetOptions options;
    std::unique_ptr<MCRegisterInfo> registers;
    std::unique_ptr<MCAsmInfo> assembly;
    std::unique_ptr<MCInstrInfo> instructions;
    std::unique_ptr<MCSubtargetInfo> subtarget;
    std::unique_ptr<MCInstrAnalysis> analysis;
    std::unique_ptr<mca::InstrumentManager> instruments;
    std::unique_ptr<mca::InstrBuilder> builder;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4)
        fail("usage: simulate CORE FEATURES DECODERS");
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    Core core(argv[1], argv[2], static_cast<unsigned>(std::stoul(argv[3])));
    std::unordered_map<std::string, size_t> numbers;
    std::vector<std::string> lines;
    std::vector<std::vector<size_t>> streams(1);
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "#") {
            streams.emplace_back();
            continue;
        }
        auto [entry, is_new] = numbers.try_emplace(line, lines.size());
        if (is_new)
            lines.push_back(line);
        streams.back().push_back(entry->second);
    }
    streams.pop_back();
    const std::vector<MCInst> parsed = core.parse(lines);
    for (const std::vector<size_t> &stream : streams) {
        std::vector<const MCInst *> those;
        for (size_t number : stream)
            those.push_back(&parsed[number]);
        for (long cycle : core.retirement(those))
            std::cout << cycle << ' ';
        std::cout << '\n';
    }
}
